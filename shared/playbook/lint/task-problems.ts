import type { Task } from '../model.ts'
import type { ProblemList } from './problem-list.ts'
import { leadingTimes } from '../../base/leading-times.ts'
import { type Tier, TIERS } from '../../schedule/tier.ts'
import { SECTION_TITLE } from '../sections.ts'
import { findHidden } from '../../base/hidden-text.ts'
import { findSecret, mayHoldSecret } from '../../base/secrets/shapes.ts'

/** Programs that take longer than a quick check should; only a hint. */
const SLOW =
  /\b(?:git (?:fetch|pull|clone|gc|fsck)|gh (?:pr|issue|run|api)|npm (?:ci|install|test|audit|run)|pnpm |yarn |cargo (?:build|test)|go test|pytest|make\b|docker|mvn|gradle|terraform)/i

export function taskProblems(tasks: readonly Task[], problems: ProblemList): void {
  const firstLine = new Map<string, number>()
  for (const { key, tier, text, line } of tasks) {
    const number = key.lastIndexOf('#')
    const twin = number === -1 ? undefined : firstLine.get(key.slice(0, number))
    if (twin !== undefined)
      problems.add(
        'duplicate_task',
        'warning',
        line,
        `The same ${tier} task stands on line ${twin}.`,
        'Remove one of them.',
      )
    else firstLine.set(key, line)
    if (/^@\d/.test(leadingTimes(text).rest)) {
      problems.add(
        'unreadable_clock',
        'warning',
        line,
        `The time at the start of this task cannot be read: "${text.slice(0, 20)}"; it is worked whenever ${tier} is due.`,
        'Write it as @HH:MM, for example @09:30.',
      )
    }
    if (tier === 'quick' && SLOW.test(text.slice(0, 400))) {
      problems.add(
        'slow_in_quick',
        'info',
        line,
        'This looks slow for a check that runs at each beat.',
        `Move it to ${tierAbove(tier)}.`,
      )
    }
  }
}

const tierAbove = (tier: Tier): string => SECTION_TITLE[TIERS[TIERS.indexOf(tier) + 1] ?? 'daily']

export function lineProblems(lines: readonly string[], text: string, problems: ProblemList): void {
  const onlyAscii = !/[^\t\n\r\x20-\x7e]/.test(text)
  const mayHold = mayHoldSecret(text)
  if (onlyAscii && !mayHold) return
  lines.forEach((line, i) => {
    const hidden = onlyAscii || problems.isFull('hidden_characters') ? null : findHidden(line, i === 0)
    if (hidden !== null) {
      problems.add(
        'hidden_characters',
        'warning',
        i + 1,
        `A character that cannot be seen stands here: ${hidden.name}, column ${hidden.at + 1}.`,
        'Remove it, unless you know why it is there.',
      )
    }
    const secret = !mayHold || problems.isFull('secret') ? null : findSecret(line)
    if (secret !== null)
      problems.add(
        'secret',
        'warning',
        i + 1,
        `This looks like ${secret}.`,
        'Keep it out of the file: an agent reads every line.',
      )
  })
}
