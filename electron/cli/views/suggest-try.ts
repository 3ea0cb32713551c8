import type { TrialView } from '../../../shared/contract/pollination.ts'
import { CONSENT_WORDS, PROTECTION_WORDS } from '../../../shared/pollination/backtest/consent-words.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { shownLine } from '../kit/text.ts'
import { patternOr } from './suggest-pattern.ts'

/** `suggest try` and `suggest allow`. */
export const defineTrials: Define = (suggest, cx) => {
  suggest
    .command('try')
    .description('run a suggested command in throw-away copies of its repository, where that is allowed')
    .argument('<thread>', THREAD_WORDS)
    .argument('<check>', 'as `suggest` names it, or the number of the suggestion')
    .option('--json', 'for programs')
    .action((name: string, check: string, o: { json?: true }) => tryIt(cx, name, check, o.json === true))
  suggest
    .command('allow')
    .description('let suggestions for a thread be tried before you see them')
    .argument('<thread>', THREAD_WORDS)
    .option('--revoke', 'take it back')
    .option('--yes', 'without asking')
    .action((name: string, o: { revoke?: true; yes?: true }) => allow(cx, name, o))
}

/** A suggestion is tried in throw-away copies of its repository, where its person lets it be. */
async function tryIt(cx: Context, name: string, called: string, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const pattern = await patternOr(client, thread, called)
  const suggestion = await client.pollination.tried({ id: thread.id, pattern })
  if (json) return cx.out.json(suggestion)
  const { text, tier, trial } = suggestion
  cx.out.line(`${shownLine(text)} (${tier})`)
  cx.out.line(trial === null ? `  ${notAllowed(thread.number)}` : `  ${shownLine(trial.text)}`)
}

const notAllowed = (number: number): string =>
  `Nothing was tried: nobody lets suggestions be tried there. To change that: threadbeat suggest allow ${number}`

/** What the list says of it; null: nothing. */
export function trialLine(trial: TrialView | null, number: number, pattern: string): string | null {
  if (trial === null) return null
  return trial.state === 'waits' ? `Not tried yet: threadbeat suggest try ${number} ${pattern}` : trial.text
}

async function allow(
  cx: Context,
  name: string,
  { revoke, yes }: { revoke?: true; yes?: true },
): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const { id, number, name: called } = findThread(snapshot.threads, name)
  if (revoke !== true) {
    const { protection } = await client.pollination.trials({ id })
    cx.out.line(`${CONSENT_WORDS} ${PROTECTION_WORDS[protection]}`)
    await requireYes(
      yes === true,
      `Let suggestions for ${number} ${shownLine(called)} be tried?`,
      'Nothing was changed.',
    )
  }
  await client.pollination.allowTrials({ id, on: revoke !== true, confirmed: true })
  cx.out.line(
    revoke === true
      ? `Suggestions for ${number} ${shownLine(called)} are not tried any more.`
      : `Suggestions for ${number} ${shownLine(called)} are tried from now on.`,
  )
}
