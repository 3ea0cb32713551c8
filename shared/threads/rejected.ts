/** A folder that became no thread, and why, in one sentence that names the folder once. */
export const rejectedText = ({ path, why }: { readonly path: string; readonly why: string }): string =>
  why.startsWith(`${path} `) ? why : `${path}: ${why}`
