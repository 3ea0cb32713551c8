import {
  ANSWER_CHARS,
  type DailyIntervention,
  type ReflectionAbout,
} from '../../../../../shared/attempts/daily/daily-state.ts'
import { stripHidden } from '../../../../../shared/base/hidden-text.ts'
import { err, ok } from '../../../../../shared/base/result.ts'
import { NOTHING_WRITTEN, type WrittenDown } from '../../../attempts/daily/keep-daily.ts'
import type { ToolAnswer } from '../../../ports/agents.ts'
import type { ToolParts } from '../caller.ts'

const ASKED_FOR: Readonly<Record<ReflectionAbout, DailyIntervention>> = {
  day: 'reflect',
  flags: 'redirect',
  week: 'consolidate',
}

/** What one run writes down because its prompt asks for it; kept when the run ends. */
export function reflectionTaker({ caller }: Pick<ToolParts, 'caller'>) {
  let written = NOTHING_WRITTEN
  return {
    isWanted: caller.asked.length > 0,
    /** `text`: without secrets. */
    take(about: ReflectionAbout, text: string): ToolAnswer {
      if (!caller.asked.includes(ASKED_FOR[about]))
        return err(`The prompt of this run asks for no reflection about the ${about}; nothing was written.`)
      const plain = stripHidden(text).trim()
      if (plain === '' || plain.length > ANSWER_CHARS[about])
        return err(
          `A reflection about the ${about} has 1 to ${ANSWER_CHARS[about]} characters, got ${plain.length}; nothing was written.`,
        )
      written = { ...written, [about]: plain }
      return ok('Taken; it is kept when this run ends. Another one about the same replaces it.')
    },
    written: (): WrittenDown => written,
  }
}
