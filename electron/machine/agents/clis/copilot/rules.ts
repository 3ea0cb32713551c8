import type { Refusal } from '../../../../../shared/agents/agent-turn.ts'
import { refusal, type OpenCall } from '../../call-log.ts'

/** The one star that a rule may hold is the end of a program's name: `shell(npm:*)`. */
export const isRule = (rule: string): boolean => /^[A-Za-z][\w-]*(?:\([^()*,\p{Cc}]+(?::\*)?\))?$/u.test(rule)

/**
 * A rule of Copilot ends at the program, or at git's and gh's first word after it: allowing one call allows
 * its kind, and the label says so.
 */
export function refusalOf({ name, kind, shown }: OpenCall): Refusal {
  if (kind === 'command') {
    const stem = /^\s*(?:((?:git|gh)\s+[a-z][\w-]*)|([\w.+-]+))/.exec(shown)
    const words = (stem?.[1] ?? stem?.[2] ?? '').replace(/\s+/g, ' ')
    // Of a composed line it is not told which part was refused.
    const isPlain = words !== '' && !/[;&|<>`$()\n]/.test(shown)
    const asked = `run \`${shown.replace(/\s+/g, ' ').slice(0, 200)}\``
    if (!isPlain) return refusal(`shell (${shown.slice(0, 200)})`, asked, false)
    const rule = stem?.[1] === undefined ? `shell(${words}:*)` : `shell(${words})`
    return refusal(
      rule,
      isRule(rule) && words !== 'git push'
        ? `${asked} (allowing it allows every \`${words.slice(0, 200)}\`)`
        : asked,
      isRule(rule) && words !== 'git push',
    )
  }
  if (kind === 'write') return refusal('write', 'edit files of the repository', true)
  const rule = name.replace(/^mcp__(.+?)__(.+)$/, '$1($2)')
  return refusal(rule, `use the tool ${name.slice(0, 200)}`, isRule(rule))
}
