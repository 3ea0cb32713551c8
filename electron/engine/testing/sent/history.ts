import { fault } from '../../../../shared/base/faults.ts'
import type { EventId, JobId, ThreadId } from '../../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../../shared/base/time.ts'
import { readsPrompts } from '../../../../shared/events/recipient.ts'
import { switchesOf } from '../../../../shared/events/system-event.ts'
import { jobSpecSchema } from '../../../../shared/jobs/job-schema.ts'
import { createInboxTaking } from '../../events/inbox.ts'
import type { InboxFile } from '../../ports/disk.ts'
import { scenario, type Scenario } from '../scenario.ts'
import type { Scripted } from '../world/world.ts'
import { eventsOf, type SentFact, type SentPlay } from './fates.ts'
import { ANSWERS, RUNNERS, type Step } from './steps.ts'

/** Two threads, and what a person, scripts and runners do there. */
export class SentHistory implements SentPlay {
  readonly sent: SentFact[] = []
  readonly dismissed = new Set<EventId>()
  readonly removed = new Set<ThreadId>()
  private readonly dropped: InboxFile[] = []
  private answer: Scripted = ANSWERS['well']!
  private text = ''
  private serial = 0
  s!: Scenario
  private readonly ids: ThreadId[] = []

  async begin(): Promise<void> {
    this.s = await scenario({
      script: () => this.answer,
      ports: (usual) => ({
        ...usual,
        inbox: {
          ...usual.inbox,
          collect: async () => [...this.dropped],
          accept: async () => this.dropped.splice(0, 1).length === 1,
        },
      }),
    })
    const { s } = this
    s.store.settings.change({ caps: [] })
    for (const name of ['api', 'web'])
      this.ids.push(
        s.add(name, { playbook: '## Quick Tasks\n- [ ] Run `git status`\n', intervalMs: 4 * HOUR }),
      )
    await s.clock.advance(MINUTE)
  }

  /** null: it was taken away. */
  private idOf(n: number): ThreadId | null {
    const id = this.ids[n]!
    return this.s.store.threads.get(id) === null ? null : id
  }

  async play(it: Step): Promise<void> {
    const { s } = this
    if (it.do === 'time') await s.clock.advance(it.ms)
    else if (it.do === 'restart') await s.crash()
    else if (it.do === 'banners') {
      s.notifierFault = it.work ? null : fault('notify.unavailable', 'no notification service')
      s.store.settings.change({ showAlerts: it.shown })
    } else {
      const id = this.idOf(it.which)
      if (id !== null) await this.playOn(id, it)
    }
    s.engine.tick()
    await s.clock.settle()
  }

  private async playOn(id: ThreadId, it: Extract<Step, { which: number }>): Promise<void> {
    const { s } = this
    const { store } = s
    switch (it.do) {
      case 'send':
        return this.send(id, it)
      case 'flood':
        for (let n = 0; n < 25; n++)
          await this.send(id, { from: 'cli', urgent: false, wake: 'next', again: false })
        return
      case 'job':
        return this.job(id)
      case 'runner':
        if (it.withBeat) this.beat(id)
        return store.threads.change(id, { agent: RUNNERS[it.to]! })
      case 'beat':
        this.answer = ANSWERS[it.answer]!
        return this.beat(id)
      case 'stop':
        return s.engine.stopRunsOf(id)
      case 'pause':
        return store.threads.change(id, { pause: { reason: 'test', until: null, by: 'person' } })
      case 'resume':
        store.threads.change(id, { pause: null, failures: 0 })
        return s.engine.slots.replan(id)
      case 'off':
      case 'on':
        store.threads.change(id, { intervalMs: it.do === 'off' ? 0 : 4 * HOUR })
        return s.engine.slots.replan(id)
      case 'dismiss': {
        const [event] = store.events.waiting(id).events
        if (event !== undefined && store.events.dismiss(event.id)) this.dismissed.add(event.id)
        return
      }
      case 'acknowledge':
        return store.alerts.acknowledge(this.openOf(id), s.clock.now())
      case 'resolve':
        return store.alerts.resolveByHand(this.openOf(id), s.clock.now())
      case 'message':
        return void s.message(id, 'how is it going?')
      case 'remove':
        this.removed.add(id)
        return s.engine.removals.remove(id)
      case 'source':
        if (switchesOf(it.source).includes(it.to))
          store.threads.change(id, { sources: { [it.source]: it.to } })
    }
  }

  private readonly openOf = (id: ThreadId) =>
    this.s.store.alerts
      .list('open', 100, this.s.clock.now())
      .flatMap((a) => (a.threadId === id ? [a.id] : []))

  private beat(id: ThreadId): void {
    this.s.engine.wake(id, 'manual')
    this.s.engine.tick()
  }

  private async send(
    id: ThreadId,
    { from, urgent, wake, again }: Pick<Extract<Step, { do: 'send' }>, 'from' | 'urgent' | 'wake' | 'again'>,
  ): Promise<void> {
    const { s } = this
    if (!again || this.text === '') this.text = this.words()
    const command = from === 'command' ? { name: 'make', hasFailed: true } : null
    const before = new Map(eventsOf(s, id).map((event) => [event.id, event.count]))
    if (from === 'inbox') {
      const content = JSON.stringify({ to: s.store.threads.get(id)!.number, text: this.text, wake, urgent })
      this.dropped.push({
        name: `event_${this.serial}.json`,
        content,
        version: String(this.serial++),
        writtenAt: s.clock.now(),
      })
      await createInboxTaking({ ...s, events: s.engine.events, pulse: s.engine }).look()
    } else s.engine.events.add(id, { source: from, text: this.text, trusted: true, wake, urgent, command })
    const isUrgentNews = urgent && command === null && !readsPrompts(s.store.threads.get(id)!.agent)
    this.note(id, before, isUrgentNews)
  }

  /** Without numbers, in which news of one matter may differ. */
  private words(): string {
    const letters = [...String(this.serial++)].map((digit) => 'abcdefghij'[Number(digit)])
    return `fact ${letters.join('')} of it`
  }

  private job(id: ThreadId): void {
    const { s } = this
    const now = s.clock.now()
    const jobId = s.ports.ids<JobId>('job')
    const spec = jobSpecSchema.parse({
      name: `reminder ${this.serial++}`,
      schedule: { kind: 'every', everyMs: 300 * DAY, anchorAt: now },
      action: { kind: 'event', text: this.words() },
    })
    s.store.jobs.save(jobId, id, spec, s.engine.jobs.planOf(spec, now), now)
    const before = new Map(eventsOf(s, id).map((event) => [event.id, event.count]))
    s.engine.jobs.start(s.store.jobs.get(jobId)!)
    this.note(id, before)
  }

  /** What has come in since. */
  private note(id: ThreadId, before: ReadonlyMap<EventId, number>, isUrgentNews = false): void {
    for (const { id: eventId, text, count, source } of eventsOf(this.s, id))
      if (before.get(eventId) !== count && source !== 'app')
        this.sent.push({ id: eventId, threadId: id, text, isUrgentNews })
  }
}
