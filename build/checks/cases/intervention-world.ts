import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Member } from '../../../electron/engine/attempts/actions.ts'
import type { Result } from '../../../electron/engine/attempts/ledger.ts'
import { builtInOf, isProtected } from '../../../shared/attempts/action.ts'
import { counterOf, type AttemptClass } from '../../../shared/attempts/counters.ts'
import type { Direction } from '../../../shared/attempts/gain.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { openProduct, type Product } from './intervention-product.ts'
import {
  agentOf,
  changeOf,
  DIRECTIONS,
  isPersons,
  scopeOf,
  scoreOf,
  sessionIn,
  TEAM,
  text,
  type Observed,
  type Step,
} from './intervention-words.ts'

interface Conversation {
  readonly id: string | null
  readonly isPersons: boolean
}

export class CaseWorld {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-cases-'))
  readonly #minGain: number
  readonly #conversations = new Map<string, Conversation>()
  readonly #handWritten = new Map<string, string>()
  readonly #waiting: { readonly key: string; readonly agent: string }[] = []
  #direction: Direction
  #now = 1
  #product: Product

  constructor(setup: Step) {
    this.#direction = DIRECTIONS[text(setup['direction'], 'maximize')] ?? 'higher'
    this.#minGain = Number(setup['minGain'] ?? 0)
    this.#product = this.#open()
    if (Array.isArray(setup['actions'])) this.#product.actions.setProject(TEAM, setup['actions'], 'person')
  }

  #open(): Product {
    return openProduct(this.#folder, () => this.#now++)
  }

  #member(agent: string): Member {
    const { threads } = this.#product.store
    const threadId = `thr_${agent}` as ThreadId
    const thread = { id: threadId, name: agent, repoPath: `/${agent}`, intervalMs: 480_000 }
    if (threads.get(threadId) === null) threads.add({ ...thread, trustedAt: 1, createdAt: 1 })
    return { threadId, number: threads.get(threadId)!.number, team: TEAM }
  }

  #conversation(agent: string): Conversation {
    const last = this.#product.store.attempts.list({ threadId: this.#member(agent).threadId }, 1)[0]
    return this.#conversations.get(agent) ?? { id: last?.session ?? null, isPersons: false }
  }

  #result(step: Step, key: string): Result {
    return {
      key,
      member: this.#member(agentOf(step)),
      score: scoreOf(step),
      class: text(step['class'], 'real') as AttemptClass,
      rule: {
        direction: this.#direction,
        minGain: { kind: 'absolute', by: this.#minGain },
        noise: null,
      },
      title: text(step['title']),
      feedback: text(step['feedback']),
      commit: step['commit'] == null ? null : text(step['commit']),
      session: this.#conversation(agentOf(step)).id,
      at: this.#now++,
    }
  }

  #key(step: Step): string {
    return text(step['id'] ?? step['run'], `run ${this.#now++}`)
  }

  #warnings(agent: string): readonly unknown[] {
    const { notices, problems } = this.#product.actions.of(this.#member(agent))
    return [...problems, ...notices]
  }

  /** What this agent is given now, and how it stands. */
  #served(agent: string, isThere: boolean): Observed {
    const { id, isPersons: isHeld } = this.#conversation(agent)
    const how = { session: id, best: [] }
    const delivery = isThere && !isHeld ? this.#product.ledger.handOver(this.#member(agent), how) : null
    return {
      fired: delivery?.names ?? [],
      prompt: delivery?.prompt,
      resumedSession: delivery?.session ?? null,
      ...this.#inspected(agent),
      warned: this.#warnings(agent).length > 0 || (delivery !== null && delivery.session === null),
    }
  }

  #inspected(agent: string): Observed {
    const { ledger, actions } = this.#product
    const member = this.#member(agent)
    const counters = ledger.counters(TEAM)
    const { runs, best, stalled } = counterOf(counters, member.threadId)
    const inForce = actions.of(member).actions
    return {
      count: runs,
      best,
      stalled,
      globalCount: counters.team.runs,
      owed: ledger.owed(member).map(({ name }) => name),
      actions: inForce.map((action) => ({ ...action, protected: isProtected(action.name) })),
      warned: this.#warnings(agent).length > 0,
      fileUntouched: [...this.#handWritten].every(
        ([file, content]) => existsSync(file) && readFileSync(file, 'utf8') === content,
      ),
    }
  }

  look(runs: readonly Step[], step: Step): Observed {
    const results = runs.map((run) => this.#result(run, this.#key(run)))
    this.#product.ledger.settle(results, { unseen: Number(step['globalJump'] ?? 0) })
    const agents = [...new Set(runs.map(agentOf))]
    const isThere = (agent: string): boolean =>
      step['delivered'] !== false && !runs.some((run) => agentOf(run) === agent && run['delivered'] === false)
    const byAgent = Object.fromEntries(agents.map((agent) => [agent, this.#served(agent, isThere(agent))]))
    return { ...(agents.length === 1 ? byAgent[agents[0]!] : {}), byAgent }
  }

  begin(step: Step): Observed {
    const key = this.#key(step)
    this.#waiting.push({ key, agent: agentOf(step) })
    this.#product.ledger.begin(key, this.#member(agentOf(step)))
    return { fired: [], ...this.#inspected(agentOf(step)) }
  }

  settle(step: Step): Observed {
    const wanted = step['id'] ?? step['run']
    const at = this.#waiting.findIndex(({ key, agent }) =>
      wanted === undefined ? agent === agentOf(step) : key === text(wanted),
    )
    const key = at === -1 ? this.#key(step) : this.#waiting.splice(at, 1)[0]!.key
    this.#product.ledger.settle([this.#result(step, key)], { unseen: Number(step['globalJump'] ?? 0) })
    return this.#served(agentOf(step), step['delivered'] !== false)
  }

  check(step: Step): Observed {
    return this.#served(agentOf(step), step['delivered'] !== false)
  }

  changed(step: Step, how: 'set' | 'remove' | 'replace' | 'reset'): Observed {
    const member = this.#member(agentOf(step))
    const { actions } = this.#product
    const scope = step['scope'] === undefined ? null : scopeOf(step)
    const entries = (step['actions'] ?? []) as readonly unknown[]
    const changed = {
      set: () => actions.set(member, changeOf(step), 'agent'),
      remove: () => actions.remove(member, text(step['name']), scope, 'agent'),
      replace: () => actions.replace(member, scope ?? 'agent', entries, 'agent'),
      reset: () => actions.reset(member, scope, 'agent'),
    }[how]()
    const seen = this.#inspected(agentOf(step))
    if (!changed.ok) return { ...seen, ok: false, error: changed.error.code, fired: [] }
    const { notices, problems } = changed.value
    return { ...seen, ok: true, fired: [], warned: notices.length + problems.length > 0 }
  }

  /** By hand, behind the product's back. */
  writeFile(step: Step): Observed {
    const content = step['content'] ?? step['text'] ?? step['raw'] ?? { actions: step['actions'] }
    const written = typeof content === 'string' ? content : JSON.stringify(content)
    const name = scopeOf(step) === 'team' ? `team-${TEAM}` : `thread-${this.#member(agentOf(step)).number}`
    const file = path.join(this.#folder, 'actions', `${name}.json`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, written)
    this.#handWritten.set(file, written)
    return { ok: true, fired: [], ...this.#inspected(agentOf(step)) }
  }

  /** What is read at start: a file of one scope, or the project's own list. */
  load(step: Step): Observed {
    const isFile = ['scope', 'content', 'text', 'raw'].some((field) => field in step)
    if (isFile) this.writeFile(step)
    const entries = isFile || !Array.isArray(step['actions']) ? [] : (step['actions'] as readonly unknown[])
    const notices = entries.length === 0 ? [] : this.#product.actions.setProject(TEAM, entries, 'person')
    const seen = this.restart(step)
    const error = notices[0]?.code
    return error === undefined ? seen : { ...seen, ok: notices.length < entries.length, warned: true, error }
  }

  inspect(step: Step): Observed {
    return this.#inspected(agentOf(step))
  }

  turn(step: Step): Observed {
    this.#direction = DIRECTIONS[text(step['to'] ?? step['direction'])] ?? this.#direction
    this.#product.ledger.turn(TEAM, this.#direction)
    return { ok: true, fired: [], ...this.#inspected(agentOf(step)) }
  }

  /** The process is gone; another one opens what it left. Runs that are named settled while none was there. */
  restart(step: Step): Observed {
    this.#product.store.close()
    this.#conversations.clear()
    this.#product = this.#open()
    const runs = (step['runs'] ?? step['attempts'] ?? []) as readonly Step[]
    this.#product.ledger.settle(runs.map((run) => this.#result(run, this.#key(run))))
    return { ok: true, fired: [], ...this.#inspected(agentOf(step)) }
  }

  session(step: Step): Observed {
    const id = sessionIn(step)
    this.#conversations.set(agentOf(step), {
      id: id === undefined ? this.#conversation(agentOf(step)).id : id,
      isPersons: isPersons(step),
    })
    return { ok: true, fired: [], ...this.#inspected(agentOf(step)) }
  }

  prompt(step: Step): Observed {
    const own = builtInOf(text(step['name']))
    return { ok: own !== null, prompt: own?.prompt ?? '', text: own?.prompt ?? '' }
  }

  close(): void {
    this.#product.store.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
