import { os, type ApiParts } from '../parts.ts'

/** What a run printed, whole, where it printed more than its record keeps. */
export function runOutputHandlers({ ports, shell }: Pick<ApiParts, 'ports' | 'shell'>) {
  return {
    output: os.runs.output.handler(async ({ input }) => {
      const read = (await ports.outputs?.read(input.id, input.from, input.limit)) ?? null
      return read === null ? null : { bytes: read.total, base64: Buffer.from(read.bytes).toString('base64') }
    }),
    openOutput: os.runs.openOutput.handler(async ({ input, errors }) => {
      if (shell === null)
        throw errors.UNAVAILABLE({
          message: `Threadbeat runs without a window here. The whole output: threadbeat run ${input.id} --output`,
        })
      const file = (await ports.outputs?.pathOf(input.id)) ?? null
      if (file === null)
        throw errors.NOT_FOUND({
          message: 'The whole output of this run is not kept any more; its beginning and end still are.',
        })
      const problem = await shell.openPath(file)
      if (problem !== null)
        throw errors.UNAVAILABLE({
          message: `${file} could not be opened: ${problem}. The file is safe; open it in your editor.`,
        })
      return null
    }),
  }
}
