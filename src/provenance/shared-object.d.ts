// What an import of a shared library with { type: "file" } gives.
declare module "*.so" {
  /** Where Bun finds it: a file of the source tree, or a name inside the compiled executable. */
  const path: string;
  export default path;
}
