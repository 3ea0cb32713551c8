import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { SuspectStanding } from '../../../shared/pollination/suspect/standing.ts'
import type { KNOWLEDGE_KINDS, PageContent, PageKind } from '../../../shared/knowledge/page.ts'
import type { VersionAuthor, VersionInfo } from '../../../shared/playbook/versions.ts'
import {
  number,
  numberOrNull,
  printed,
  table,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Selection,
} from '../connection/table.ts'

export const VERSIONS = table('playbook_versions', {
  id: number('seq'),
  threadId: word<ThreadId>(),
  at: number(),
  author: word<VersionAuthor>(),
  runId: wordOrNull<RunId>(),
  restoredFrom: numberOrNull(),
  print: text(),
  added: number(),
  removed: number(),
  chars: number(),
  text: text('body'),
})
/** Without its text. */
export const VERSION: Selection<VersionInfo> = VERSIONS.pick(
  'id',
  'threadId',
  'at',
  'author',
  'runId',
  'restoredFrom',
  'added',
  'removed',
  'chars',
)

export const KNOWN_TASKS = table('known_tasks', {
  threadId: word<ThreadId>(),
  key: text(),
  triedAt: numberOrNull(),
  doneAt: numberOrNull(),
})

export const SUSPECT_LINES = table('suspect_lines', {
  threadId: word<ThreadId>(),
  text: text(),
  standing: word<SuspectStanding>(),
  at: number(),
})

export const WORK_CLAIMS = table('work_claims', {
  threadId: word<ThreadId>(),
  item: text(),
  runId: word<RunId>(),
})

export const PAGES = table('pages', {
  threadId: word<ThreadId>(),
  title: text(),
  text: printed(),
  at: number(),
  kind: word<PageKind>(),
  by: word<PageContent['by']>(),
})

/** Texts of all threads that can be found by their words. */
export const KNOWLEDGE = table('knowledge', {
  text: printed(),
  kind: word<(typeof KNOWLEDGE_KINDS)[number]>(),
  threadId: word<ThreadId>(),
  source: textOrNull('run_id'), // a run, or the title of a page; null: a note
  at: number(),
})
