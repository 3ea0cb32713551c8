import { eventIterator, type } from '@orpc/contract'
import * as z from 'zod'
import type {
  BeatTicket,
  WakeTicket,
  DryRun,
  EventReceipt,
  Explanation,
  Foresight,
  OutputPiece,
  RunPage,
  TimelinePage,
} from '../beats.ts'
import {
  PAGE_KINDS,
  PAGE_TEXT_CHARS,
  PAGE_TITLE_CHARS,
  QUERY_CHARS,
  type Found,
  type KnowledgePage,
} from '../../knowledge/page.ts'
import type { HandedOver } from '../../alerts/hand-over.ts'
import { type Run, RUN_OUTCOMES, type RunDetail } from '../../runs/run.ts'
import type { WaitingView } from '../../views/thread-view.ts'
import { MAX_EVENTS_AT_ONCE } from '../../events/system-event.ts'
import { base, threadId, runId, itemId, eventId, tier, nothing, newEvent, endedCommand } from './inputs.ts'

export const beatCalls = {
  beat: {
    /** `tier` absent: the highest that is due, at least quick. */
    start: base
      .input(
        z.strictObject({
          id: threadId,
          tier: tier.optional(),
          /** Also over budget, or while the runner rests; else CONFLICT says which. */ anyway: z
            .boolean()
            .optional(),
          /** The agent CLI's own session that this one beat goes on with. */ sessionId: z.uuid().optional(),
        }),
      )
      .output(type<BeatTicket>()),
    /** Every thread with a due tier above its schedule, or that never ran. */
    allDue: base.output(type<readonly BeatTicket[]>()),
    /** Resolves when the run of that item has ended, or the item was cancelled (null). */
    wait: base.input(z.strictObject({ itemId })).output(type<Run | null>()),
    cancel: base.input(z.strictObject({ itemId })).output(nothing),
    stop: base.input(z.strictObject({ runId })).output(nothing),
  },

  /** Facts for a thread's next prompt. */
  events: {
    /** `marker`: of the run in whose children the caller stands; its own facts never wake it. */
    add: base.input(newEvent).output(type<EventReceipt>()),
    /**
     * The end of a command, told by the `threadbeat exec` that ran it. What it ran is kept for a person to
     * run again, unless it ran inside of a run (`marker`).
     */
    ended: base.input(endedCommand).output(type<EventReceipt>()),
    /** Many in one message and one transaction, in their order: all are noted, or none. */
    addAll: base
      .input(z.strictObject({ events: z.array(newEvent).min(1).max(MAX_EVENTS_AT_ONCE) }))
      .output(type<readonly EventReceipt[]>()),
    /** One that waits is taken back. */
    dismiss: base.input(z.strictObject({ id: eventId })).output(nothing),
    timeline: base
      .input(
        z.strictObject({
          id: threadId,
          before: z.string().max(100).optional(),
          limit: z.number().int().min(1).max(200).default(50),
        }),
      )
      .output(type<TimelinePage>()),
  },

  /** A beat soon, by the rules of wakes; `beat.start` is a person's and passes them. */
  wake: base
    .input(
      z.strictObject({
        id: threadId,
        urgent: z.boolean().default(false),
        /** Of the run the caller stands in: none wakes its own thread. */ marker: z
          .string()
          .max(100)
          .optional(),
      }),
    )
    .output(type<WakeTicket>()),

  /** Pages that agents and people wrote down about a thread. */
  knowledge: {
    pages: base.input(z.strictObject({ id: threadId })).output(type<readonly KnowledgePage[]>()),
    /** What threads have reported, answered and written down, by words: the best first. */
    search: base
      .input(z.strictObject({ text: z.string().trim().min(1).max(QUERY_CHARS) }))
      .output(type<readonly Found[]>()),
    /**
     * `was`: the page as it was when it was opened, null: a new one. CONFLICT: it has changed since, or
     * another page has the title; nothing is written then.
     */
    save: base
      .input(
        z.strictObject({
          id: threadId,
          was: z.strictObject({ title: z.string(), at: z.number().int() }).nullable(),
          title: z
            .string()
            .trim()
            .min(1)
            .max(PAGE_TITLE_CHARS)
            .regex(/^[^\r\n]*$/),
          text: z.string().trim().min(1).max(PAGE_TEXT_CHARS),
          kind: z.enum(PAGE_KINDS),
        }),
      )
      .output(nothing),
    /** NOT_FOUND: there is no such page. */
    remove: base.input(z.strictObject({ id: threadId, title: z.string() })).output(nothing),
  },

  foresee: base
    .input(z.strictObject({ id: threadId.optional(), hours: z.number().min(1).max(48).default(24) }))
    .output(type<Foresight>()),

  explain: base.input(z.strictObject({ id: threadId })).output(type<Explanation>()),

  dryRun: base.input(z.strictObject({ id: threadId, tier: tier.optional() })).output(type<DryRun>()),

  queue: {
    /** In the order of service. */
    list: base.output(type<readonly WaitingView[]>()),
    /**
     * Before all others of its kind: messages before messages, beats and jobs before beats and jobs. What
     * holds it holds it still. NOT_FOUND: it waits no more.
     */
    toTop: base.input(z.strictObject({ itemId })).output(nothing),
    /** Those that still wait are on record as cancelled; how many. */
    cancel: base
      .input(z.strictObject({ itemIds: z.array(itemId).min(1).max(10_000) }))
      .output(type<{ readonly cancelled: number }>()),
  },

  runs: {
    page: base
      .input(
        z.strictObject({
          threadId: threadId.optional(),
          outcomes: z.array(z.enum(RUN_OUTCOMES)).optional(),
          before: z.string().max(100).optional(),
          limit: z.number().int().min(1).max(200).default(50),
        }),
      )
      .output(type<RunPage>()),
    get: base.input(z.strictObject({ id: runId })).output(type<RunDetail>()),
    /**
     * What a run in flight prints, from what is still kept of it; ends with the run, at once where it does
     * not run.
     */
    follow: base.input(z.strictObject({ id: runId })).output(eventIterator(type<OutputPiece>())),
    /**
     * What it printed, whole, `limit` bytes from there on; `bytes`: of all of it. null: no more was printed
     * than its record keeps, or it is gone.
     */
    output: base
      .input(
        z.strictObject({
          id: runId,
          from: z.number().int().min(0).default(0),
          limit: z
            .number()
            .int()
            .min(0)
            .max(1 << 20)
            .default(0),
        }),
      )
      .output(type<{ readonly bytes: number; readonly base64: string } | null>()),
    /** Shows it in the program that opens texts. */
    openOutput: base.input(z.strictObject({ id: runId })).output(nothing),
    /**
     * Its session goes on in a terminal, with the person at the keyboard. Only the window asks for that.
     * CONFLICT: it has no session to go on in.
     */
    resume: base.input(z.strictObject({ id: runId })).output(type<HandedOver>()),
    /** A file the run's report named; pictures as data for the window. */
    attachment: base
      .input(z.strictObject({ id: runId, index: z.number().int().min(0).max(50) }))
      .output(type<{ readonly mime: string; readonly base64: string }>()),
  },
}
