declare module 'launch-editor/get-args.js' {
  /** The arguments that open a file at a line, by the name of the editor's program. */
  export default function argumentsAtLine(
    editor: string,
    file: string,
    line: number,
    column?: number,
  ): readonly (string | number)[]
}
