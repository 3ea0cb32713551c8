import type { Explanation } from '../../../shared/contract/beats.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { readSnapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { iso, plain, relative } from '../kit/text.ts'

export const whyCommand: Define = (command, cx) =>
  command
    .description('why a thread does what it does: gates, settings and where they come from')
    .argument('<thread>', THREAD_WORDS)
    .option('--json', 'for programs')
    .action((name: string, o: { json?: true }) => why(cx, name, o.json === true))

async function why(cx: Context, name: string, json: boolean): Promise<void> {
  const { client, snapshot } = await readSnapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const explanation = await client.explain({ id: thread.id })
  const { lastLook } = explanation
  if (json)
    return cx.out.json({
      number: thread.number,
      name: thread.name,
      ...explanation,
      lastLook: lastLook === null ? null : { ...lastLook, at: iso(lastLook.at) },
    })
  cx.out.line(`${cx.out.colors.bold(`${thread.number} ${plain(thread.name)}`)}  ${plain(thread.because)}`)
  showExplanation(cx, explanation)
}

function showExplanation(
  cx: Context,
  { lastLook, next: coming, eventsWait, undone, gates, settings }: Explanation,
): void {
  const { colors } = cx.out
  cx.out.table([
    ['Next', coming],
    ...(eventsWait === null ? [] : [['Events', eventsWait]]),
    ['Last look', lastLook === null ? 'none yet' : `${relative(lastLook.at, cx.now())}: ${lastLook.text}`],
    ...undone.map((text, i) => [i === 0 ? 'Not done' : '', { text, paint: colors.yellow }]),
  ])
  cx.out.line(`\n${colors.bold('What a beat has to pass')}`)
  cx.out.table(
    gates.map((g) => [
      '',
      { text: g.open ? '✓' : '✗', paint: g.open ? colors.green : colors.yellow },
      g.gate,
      g.text,
    ]),
  )
  cx.out.line(`\n${colors.bold('Settings')}`)
  cx.out.table(settings.map((s) => ['', s.label, s.value, { text: s.source, paint: colors.dim }]))
}
