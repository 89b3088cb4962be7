// http(s) addresses, on a server of this test's own on the loopback interface.
import { afterAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { fetchBytes, isAddress, showAddress } from "../../../src/verify/address.ts";
import { type Verification, verifyResult } from "../../../src/verify/checks.ts";
import { locateResult } from "../../../src/verify/source.ts";
import { makeSample, toFiles } from "./sample-result.ts";

const LIMIT = 100_000;
const files = toFiles(await makeSample());
const bomb = gzipSync(Buffer.alloc(50_000_000));
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 20,
  routes: {
    "/r.csv": () => new Response(files.csv),
    "/r.csv.metadata.json": () => new Response(files.sidecar),
    "/compressed": () => new Response(gzipSync(files.csv), { headers: { "content-encoding": "gzip" } }),
    "/moved": () => redirect("/r.csv"),
    "/in-circles": () => redirect("/in-circles"),
    "/to-a-file": () => redirect("file:///etc/passwd"),
    "/to-data": () => redirect("data:text/plain,x"),
    "/empty": () => new Response(null, { status: 204 }),
    "/none": () => new Response("not here", { status: 404 }),
    "/broken": () => new Response("no", { status: 500, statusText: "Out\u00a0of order" }),
    "/bomb": () => new Response(bomb, { headers: { "content-encoding": "gzip" } }),
    "/large": () => new Response("x".repeat(LIMIT + 1)),
    "/endless": () => new Response(drip(() => new Uint8Array(50_000), 0)),
    "/slow": () => new Response(drip(() => new Uint8Array(1), 50)),
    "/silent": () => new Promise<Response>(() => {}),
  },
});
afterAll(() => server.stop(true));

const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;

/** A body without an end. */
function drip(next: () => Uint8Array, milliseconds: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await Bun.sleep(milliseconds);
      controller.enqueue(next());
    },
  });
}

test("a pair is fetched and verified, the sidecar from beside the CSV or from where it is said to be", async () => {
  for (const source of [locateResult(at("/r.csv")), locateResult(at("/moved"), at("/r.csv.metadata.json"))]) {
    const { findings, result } = await verifyResult(source);
    expect(findings).toEqual([]);
    expect(result?.rows.length).toBe(8);
  }
});

test("an answer without a body is an empty file", async () => {
  expect(await fetchBytes(at("/empty"), LIMIT)).toEqual(new Uint8Array());
});

test("a compressed body is hashed as what it holds", async () => {
  expect(Buffer.from(await fetchBytes(at("/compressed"), LIMIT)).equals(files.csv)).toBe(true);
});

describe("is refused with a reason, in time and without reading on:", () => {
  test.each([
    ["/none", "404 Not Found"],
    ["/broken", "500"],
    ["/in-circles", "TooManyRedirects"],
    ["/to-a-file", "UnsupportedRedirectProtocol"],
    ["/to-data", "UnsupportedRedirectProtocol"],
    ["/large", `more than ${LIMIT} bytes`],
    ["/endless", `more than ${LIMIT} bytes`],
    ["/bomb", `more than ${LIMIT} bytes`],
    ["/slow", "nothing whole within 0.5 seconds"],
    ["/silent", "nothing whole within 0.5 seconds"],
  ])("%s", async (path, reason) => {
    const begin = performance.now();
    const fault = await fetchBytes(at(path), LIMIT, 0.5).catch((error) => error);
    expect(fault.name).toBe("Error");
    expect(fault.message).toStartWith(reason);
    expect(performance.now() - begin).toBeLessThan(3000);
  });

  test("a port where nobody listens", async () => {
    await expect(fetchBytes("http://127.0.0.1:1/r.csv", LIMIT, 5)).rejects.toThrow(/^ECONNREFUSED$/);
  });
});

test("what could not be fetched is a finding for each file, too large told apart", async () => {
  const codes = ({ findings }: Verification) => findings.map(({ code, file }) => `${file} ${code}`);
  expect(codes(await verifyResult(locateResult(at("/none"))))).toEqual([
    "csv address.failed",
    "sidecar address.failed",
  ]);
  const huge = await verifyResult(locateResult(at("/r.csv"), at("/bomb")));
  expect(codes(huge)).toEqual(["sidecar file.too-large"]);
});

test.each([
  ["http://a/r.csv", "http://a/r.csv.metadata.json"],
  ["https://a/r.csv?version=3#top", "https://a/r.csv.metadata.json?version=3#top"],
  ["HTTP://a/b%20c.csv", "http://a/b%20c.csv.metadata.json"],
  ["http/r.csv", "http/r.csv.metadata.json"],
  ["ftp://a/r.csv", "ftp://a/r.csv.metadata.json"],
])("beside %s lies %s", (csv, sidecar) => {
  expect(locateResult(csv)).toEqual({ csv, sidecar });
});

test("only http and https are addresses, and no password is shown", () => {
  expect(["http://a", "HTTPS://a", "ftp://a", "file:///a", "a", "http:/a"].map(isAddress)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(showAddress("https://anna:secret@host/r.csv")).toBe("https://host/r.csv");
  expect(showAddress("https://host/@r.csv")).toBe("https://host/@r.csv");
});
