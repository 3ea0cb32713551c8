import { eventIterator, type } from '@orpc/contract'
import * as z from 'zod'
import type { MissingRunner } from '../../agents/agent-names.ts'
import { agentConfigSchema } from '../../agents/agent-config.ts'
import type { TierCost } from '../beats.ts'
import type { BeatView, SlotView } from '../../runs/slot-view.ts'
import type { AddResult, HookView, MasterChoice, ScanMessage } from '../threads.ts'
import { GATE_MODES, SESSION_MODES, SUGGESTION_MODES } from '../../threads/modes.ts'
import { base, threadId, tier, path, text, activeHours, nothing, sourceSwitches } from './inputs.ts'

export const threadCalls = {
  threads: {
    add: base
      .input(
        z.strictObject({
          paths: z.array(path).min(1).max(500),
          trust: z.boolean(),
          name: text(100).optional(),
        }),
      )
      .output(type<AddResult>()),
    /** Looks for repositories below the folders, three levels deep, at most 200; abort to cancel. */
    scan: base
      .input(
        z.strictObject({
          roots: z.array(path).min(1).max(20),
          depth: z.number().int().min(0).max(6).default(3),
        }),
      )
      .output(eventIterator(type<ScanMessage>())),
    /**
     * `undoMs`: so long `keep` puts it back as it was; it is out of sight and at rest meanwhile. Absent:
     * gone at once.
     */
    remove: base
      .input(z.strictObject({ id: threadId, undoMs: z.number().int().min(0).max(60_000).optional() }))
      .output(nothing),
    keep: base.input(z.strictObject({ id: threadId })).output(nothing),
    /**
     * Ended runs, due times and settled alerts; returns how many runs. Nothing of the repository is
     * touched.
     */
    clearHistory: base
      .input(z.strictObject({ id: threadId, confirmed: z.literal(true) }))
      .output(type<{ runs: number }>()),
    /** What beats of each highest tier took in the last 30 days. */
    tierCosts: base.input(z.strictObject({ id: threadId })).output(type<readonly TierCost[]>()),
    locate: base.input(z.strictObject({ id: threadId, path })).output(nothing),
    change: base
      .input(
        z.strictObject({
          id: threadId,
          name: text(100).optional(),
          intervalMs: z.number().int().optional(),
          activeHours: activeHours.nullable().optional(),
          dailyAt: z.string().max(5).nullable().optional(),
          session: z.enum(SESSION_MODES).optional(),
          gate: z.enum(GATE_MODES).optional(),
          suggestions: z.enum(SUGGESTION_MODES).optional(),
          reflects: z.boolean().optional(),
          sharesList: z.boolean().optional(),
          // replaces all of the thread's own switches
          sources: sourceSwitches.optional(),
          // as well
          delivery: z.partialRecord(z.enum(['showOk', 'showAlerts', 'indicator']), z.boolean()).optional(),
          tags: z.array(z.string().max(60)).max(50).optional(),
          pinned: z.boolean().optional(),
        }),
      )
      .output(nothing),
    /**
     * Changes what is executed: only from the window, or from the CLI after a confirmation (`confirmed`). `missing`: its
     * program is not there now; it counts all the same, for it may be installed later.
     */
    setAgent: base
      .input(z.strictObject({ id: threadId, agent: agentConfigSchema, confirmed: z.literal(true) }))
      .output(type<{ readonly missing: MissingRunner | null }>()),
    /**
     * At most one thread is the master. `folder`: an empty repository that the app makes in its data folder, trusted, with
     * number 1. INVALID: another thread has number 1, by which the master is called. Its list gets its daily
     * lines, and the one before loses them.
     */
    setMaster: base
      .input(
        z.discriminatedUnion('to', [
          z.strictObject({ to: z.literal('thread'), id: threadId }),
          z.strictObject({ to: z.literal('folder') }),
          z.strictObject({ to: z.literal('nobody') }),
        ]),
      )
      .output(type<MasterChoice>()),
    trust: base.input(z.strictObject({ id: threadId, on: z.boolean() })).output(nothing),
    /** `id` null: everything. `until` null: until resumed. */
    pause: base
      .input(
        z.strictObject({
          id: threadId.nullable(),
          until: z.number().nullable(),
          reason: z.string().max(200),
        }),
      )
      .output(nothing),
    resume: base.input(z.strictObject({ id: threadId.nullable() })).output(nothing),
    /**
     * The tier is not due until then; a beat that a person asks for still runs it. `until` null: due again
     * as by its last time. INVALID: past, or too far off.
     */
    snoozeTier: base
      .input(z.strictObject({ id: threadId, tier, until: z.number().int().nullable() }))
      .output(nothing),
    /** Due times and the beats that had none, newest last. */
    beats: base
      .input(z.strictObject({ id: threadId, limit: z.number().int().min(1).max(500).default(200) }))
      .output(type<readonly BeatView[]>()),
    slots: base
      .input(z.strictObject({ id: threadId, limit: z.number().int().min(1).max(500).default(200) }))
      .output(type<readonly SlotView[]>()),
  },

  /** Git hooks that report to Threadbeat; opt-in. */
  hooks: {
    plan: base.input(z.strictObject({ id: threadId })).output(type<HookView>()),
    install: base
      .input(z.strictObject({ id: threadId, digest: z.string().min(8).max(64), confirmed: z.literal(true) }))
      .output(nothing),
    remove: base.input(z.strictObject({ id: threadId })).output(nothing),
  },
}
