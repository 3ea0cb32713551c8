import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Refusal } from '../../../../../shared/agents/agent-turn.ts'
import { refusal } from '../../call-log.ts'
import { asText, type Event } from '../../cli.ts'

/**
 * The list of rules is cut at commas and blanks outside brackets: what could become two rules is passed on
 * as none.
 */
export const isRule = (rule: string): boolean =>
  /^[A-Za-z]\w*(?:\([^()*\\\p{Cc}]+\))?$/u.test(rule) && !BARE.test(rule)
/** Without brackets these are everything that the tool can do. */
const BARE = /^(?:Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Read|WebFetch)$/

/** What `start.ts` refuses whatever is allowed besides: a rule for it would do nothing. */
const NEVER_RUN = /\bgit\b[^\n;&|]*(?:\bpush\b|\s--output)/
const NEVER_WRITTEN = /^\.(?:git|claude)(?:[\\/]|$)/
const onlyWithAll = (refused: Refusal, label: string): Refusal => ({
  ...refused,
  label: `${label} (only with all rights: Full)`,
})

/** A refused call as the rule that would have let it pass, as narrow as the rules can be. */
export function refusalOf(repoPath: string, tool: string, input: Event): Refusal {
  const asked = (rule: string, label: string): Refusal => refusal(rule, label, isRule(rule))
  const command = asText(input['command'])
  if (command !== null) {
    const shown = `run \`${command.trim().replace(/\s+/g, ' ').slice(0, 200)}\``
    const rule = `${tool}(${command.trim()})`
    return NEVER_RUN.test(command) ? onlyWithAll(refusal(rule, shown, false), shown) : asked(rule, shown)
  }
  const path = asText(input['file_path']) ?? asText(input['notebook_path'])
  if (path !== null) {
    const whole = resolve(repoPath, path)
    const inside = relative(repoPath, whole)
    const isInside = inside !== '' && !isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${sep}`)
    const reads = tool === 'Read'
    // One slash: below the working folder; two: from the root. Edit stands for all tools that write.
    const rule = `${reads ? 'Read' : 'Edit'}(${isInside ? `/${inside}` : `/${whole}`})`
    const label = `${reads ? 'read' : 'edit'} ${(isInside ? inside : whole).slice(0, 200)}`
    return !reads && isInside && NEVER_WRITTEN.test(inside)
      ? onlyWithAll(refusal(rule, label, false), label)
      : asked(rule, label)
  }
  const url = asText(input['url'])
  const host = url !== null && URL.canParse(url) ? new URL(url).hostname : null
  if (tool === 'WebFetch' && host !== null && host !== '')
    return asked(`WebFetch(domain:${host})`, `fetch pages of ${host}`)
  // Without what it was asked to do there is no narrower rule than the whole tool, and that is none to
  // offer.
  return BARE.test(tool)
    ? refusal(`${tool} (malformed)`, `use the tool ${tool} in a way that could not be read`, false)
    : asked(tool, `use the tool ${tool.slice(0, 200)}`)
}
