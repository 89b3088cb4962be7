import { expect, test } from "bun:test";
import { html, Markup } from "../../../src/report/html/markup.ts";

test("a template escapes text, within quotes too, and takes markup as it is", () => {
  const text = `<b>"&'</b>`;
  expect(html`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&#60;b&#62;&#34;&#38;&#39;&#60;/b&#62;">&#60;b&#62;&#34;&#38;&#39;&#60;/b&#62;</p>',
  );
  expect(html`${new Markup("<i></i>")}${[html`${"<"}`, html`${1}`]}`.text).toBe("<i></i>&#60;1");
});

test("text that looks like an escape or a replacement pattern stays what it is", () => {
  expect(html`a${"$&\\n$1"}b\n`.text).toBe("a$&#38;\\n$1b\n");
});
