import { type } from '@orpc/contract'
import * as z from 'zod'
import type {
  AuthorsView,
  DocView,
  PlaybookSearch,
  PlaybookTemplate,
  ReplaceResult,
  SaveResult,
  VersionsView,
  VersionView,
} from '../playbook.ts'
import { GIT_KEEPS, type GitKeepView } from '../../playbook/keep.ts'
import type { TaskTiming } from '../../playbook/lint/lint-problem.ts'
import type { TaskRecord } from '../../playbook/lint/records.ts'
import type { Suspects } from '../../playbook/lint/suspects.ts'
import type { LastResult } from '../../runs/run.ts'
import { base, threadId, text, nothing } from './inputs.ts'

export const playbookCalls = {
  doc: {
    read: base.input(z.strictObject({ id: threadId })).output(type<DocView>()),
    /**
     * `base` is the text the edit started from; a concurrent change is merged, or reported as a conflict
     * with nothing written.
     */
    save: base
      .input(
        z.strictObject({
          id: threadId,
          text: z.string().max(5_000_000),
          base: z.string().max(5_000_000),
          /** The file was there when the edit began: one that is gone is not made again. */ existed: z
            .boolean()
            .optional(),
        }),
      )
      .output(type<SaveResult>()),
    resolveFlag: base
      .input(z.strictObject({ id: threadId, text: z.string().min(1).max(5000) }))
      .output(nothing),
    versions: base.input(z.strictObject({ id: threadId })).output(type<VersionsView>()),
    version: base
      .input(z.strictObject({ id: threadId, version: z.number().int() }))
      .output(type<VersionView>()),
    /** As a new version; the times and ticks of today stay. */
    restore: base
      .input(z.strictObject({ id: threadId, version: z.number().int() }))
      .output(type<{ text: string; version: string }>()),
    authors: base.input(z.strictObject({ id: threadId })).output(type<AuthorsView>()),
    /** By what the folder holds; nothing of it is run. The best fit comes first. */
    templates: base.input(z.strictObject({ id: threadId })).output(type<readonly PlaybookTemplate[]>()),
    timings: base.input(z.strictObject({ id: threadId })).output(type<readonly TaskTiming[]>()),
    /**
     * What each line came to in the newest beat that worked it, of the last 30 days and since the thread was trusted;
     * one that never was is absent.
     */
    results: base.input(z.strictObject({ id: threadId })).output(type<readonly LastResult[]>()),
    /** Lines that look like an attack and that nobody has seen, as the file stands now. */
    suspects: base.input(z.strictObject({ id: threadId })).output(type<Suspects>()),
    /**
     * Lines that look like an attack, which the person has seen: as they stood when they were shown. CONFLICT: one of
     * them is another by now; nothing was noted.
     */
    seen: base
      .input(
        z.strictObject({
          id: threadId,
          lines: z
            .array(z.strictObject({ line: z.number().int().min(1), print: z.string().max(100) }))
            .min(1)
            .max(500),
        }),
      )
      .output(nothing),
    /** What the lines of the list have found, as far back as is known; those of a file that is not there: none. */
    records: base.input(z.strictObject({ id: threadId })).output(type<readonly TaskRecord[]>()),
    /** What hides the file from git, and what .gitignore would become; writes nothing. */
    gitKeep: base.input(z.strictObject({ id: threadId })).output(type<GitKeepView>()),
    /**
     * `version`: of the .gitignore as it was shown; another by now is a CONFLICT, and nothing is written.
     */
    setGitKeep: base
      .input(z.strictObject({ id: threadId, keep: z.enum(GIT_KEEPS), version: z.string().max(100) }))
      .output(nothing),
    /**
     * The address of a new issue about a flag at the remote's page, filled in and not sent; null: the
     * remote has no page.
     */
    issuePage: base
      .input(z.strictObject({ id: threadId, flag: z.string().min(1).max(5000) }))
      .output(type<{ url: string | null }>()),
    /** In all trusted threads' files. */
    search: base
      .input(z.strictObject({ text: text(500), matchCase: z.boolean().default(false) }))
      .output(type<PlaybookSearch>()),
    /** In each file that is still the one that was searched, by the safe write. */
    replace: base
      .input(
        z.strictObject({
          text: text(500),
          matchCase: z.boolean().default(false),
          with: z
            .string()
            .max(500)
            .regex(/^[^\r\n]*$/),
          files: z
            .array(z.strictObject({ id: threadId, version: z.string().max(100) }))
            .min(1)
            .max(500),
        }),
      )
      .output(type<readonly ReplaceResult[]>()),
    /**
     * HEARTBEAT.md of the repository, as `version` says it stands; `typed` is its name, written by the
     * person.
     */
    remove: base
      .input(z.strictObject({ id: threadId, version: z.string().max(100), typed: z.literal('HEARTBEAT.md') }))
      .output(nothing),
  },
}
