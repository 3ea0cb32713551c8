import type { Define } from '../kit/command.ts'
import { clockFace, type Context } from '../kit/context.ts'
import { runDetailJson } from '../kit/json.ts'
import { printOutput } from './run-output.ts'
import { readRunId, showRun } from './show-run.ts'

export const runCommand: Define = (command, cx) =>
  command
    .description('everything about one run')
    .argument('<id>', 'as `log` shows it')
    .option('--json', 'for programs')
    .option('--output', 'only what it printed, all of it where that is kept; to be piped on')
    .action((id: string, o: { json?: true; output?: true }) =>
      o.output === true ? printOutput(cx, readRunId(id)) : run(cx, id, o.json === true),
    )

async function run(cx: Context, id: string, json: boolean): Promise<void> {
  const { client } = await cx.session()
  const detail = await client.runs.get({ id: readRunId(id) })
  if (json) return cx.out.json(runDetailJson(detail))
  showRun(cx, detail, await clockFace(cx))
}
