/** The package's own declarations describe a module of another name. */
declare module "@mixmark-io/domino" {
  /** A DOM document, as far as drawing needs one. */
  export function createDocument(html: string): object;
}
