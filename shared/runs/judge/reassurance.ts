/** Sentences that say in words what the token says, as small models write them; folded as `fold` does. */
const SENTENCES: ReadonlySet<string> = new Set([
  'all checks are done',
  'all checks are fine',
  'all checks completed',
  'all checks passed',
  'all clear',
  'all due tasks are done',
  'all due tasks completed',
  'all due tasks passed',
  'all good',
  'all is quiet',
  'all is well',
  'all lines are done',
  'all ok',
  'all quiet',
  'all tasks are complete',
  'all tasks are done',
  'all tasks completed',
  'all tasks completed successfully',
  'all tasks passed',
  'done',
  'everything is clean',
  'everything is fine',
  'everything is good',
  'everything is in order',
  'everything is ok',
  'everything is okay',
  'everything is quiet',
  'everything is up to date',
  'everything looks fine',
  'everything looks good',
  'everything looks ok',
  'heartbeat complete',
  'heartbeat completed',
  'heartbeat done',
  'heartbeat ok',
  'no action is needed',
  'no action needed',
  'no action required',
  'no alerts',
  'no findings',
  'no issues',
  'no issues detected',
  'no issues found',
  'no issues were found',
  'no problems',
  'no problems found',
  'no problems were found',
  'nothing found',
  'nothing needs attention',
  'nothing needs your attention',
  "nothing needs a person's attention",
  'nothing requires attention',
  'nothing requires your attention',
  'nothing to do',
  'nothing to report',
  'nothing was found',
])
const LONGEST = 300

const fold = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[*_`#]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The whole reply is such sentences. Among other words none of them counts. */
export function isReassurance(reply: string): boolean {
  if (reply.length > LONGEST) return false
  const sentences = reply
    .split(/[.!;\n]/)
    .map(fold)
    .filter((sentence) => sentence !== '')
  return sentences.length > 0 && sentences.every((sentence) => SENTENCES.has(sentence))
}
