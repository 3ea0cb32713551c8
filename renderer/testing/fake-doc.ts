import { implement } from '@orpc/server'
import { contract } from '../../shared/contract/api.ts'
import { parse } from '../../shared/playbook/doc.ts'
import { findPlaces } from '../../shared/playbook/find.ts'
import type { VersionInfo } from '../../shared/playbook/versions.ts'
import { playbookText, withMissing } from '../../shared/playbook/templates/templates.ts'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'

interface Deps {
  readonly record: (name: string, input: unknown) => void
  readonly find: (id: ThreadId) => ThreadView
  readonly ids: () => readonly ThreadId[]
  readonly text: (id: ThreadId) => string
  readonly set: (id: ThreadId, text: string) => void
}
const AT = Date.UTC(2026, 10, 22, 8)
const version = (
  threadId: ThreadId,
  id: number,
  author: VersionInfo['author'],
  more: Partial<VersionInfo> = {},
): VersionInfo => ({
  id,
  threadId,
  at: AT + id * 600_000,
  author,
  runId: null,
  restoredFrom: null,
  added: 1,
  removed: 0,
  chars: 900,
  ...more,
})

/** Versions, authors, templates and search of the pretend host. */
export function docHandlers({ record, find, ids, text, set }: Deps) {
  const os = implement(contract).$context<object>()
  const lines = (id: ThreadId): string[] => text(id).split('\n')
  return {
    versions: os.doc.versions.handler(({ input }) => ({
      limit: 200,
      versions: [
        version(input.id, 3, 'run', { runId: 'run_fake_1' as RunId }),
        version(input.id, 2, 'you', { removed: 2 }),
        version(input.id, 1, 'start', { added: 0 }),
      ],
    })),
    version: os.doc.version.handler(({ input }) => ({
      info: version(input.id, input.version, 'you'),
      text: text(input.id),
      before:
        input.version === 1
          ? null
          : lines(input.id)
              .filter((l) => !l.includes('git status'))
              .join('\n'),
    })),
    restore: os.doc.restore.handler(({ input }) => {
      record('doc.restore', input)
      return { text: text(input.id), version: 'v' }
    }),
    authors: os.doc.authors.handler(({ input }) => ({
      text: text(input.id),
      authors: [
        { author: 'start', at: AT, runId: null },
        { author: 'run', at: AT, runId: 'run_fake_1' as RunId },
      ],
      lines: parse(text(input.id)).lines.map((l) => (l.includes('git status') ? 1 : 0)),
    })),
    templates: os.doc.templates.handler(({ input }) =>
      (['node', 'plain'] as const).map((kind) => {
        const whole = playbookText(
          kind,
          {
            defaultBranch: 'main',
            remote: 'origin',
            hasGh: false,
            bare: false,
            threadName: find(input.id).name,
            masterNumber: null,
          },
          { files: new Set(['package.json']), texts: { 'package.json': '{"scripts":{"test":"x"}}' } },
        )
        return {
          kind,
          because: kind === 'node' ? 'it holds package.json' : null,
          text: whole,
          added: withMissing(text(input.id), whole),
        }
      }),
    ),
    gitKeep: os.doc.gitKeep.handler(() => ({
      now: 'exclude' as const,
      gitignore: { before: 'dist\n', after: 'dist\n/HEARTBEAT.md\n', version: 'i' },
    })),
    setGitKeep: os.doc.setGitKeep.handler(({ input }) => {
      record('doc.setGitKeep', input)
      return null
    }),
    issuePage: os.doc.issuePage.handler(({ input }) => ({
      url: `https://github.com/acme/api/issues/new?title=${encodeURIComponent(input.flag)}`,
    })),
    timings: os.doc.timings.handler(() => []),
    search: os.doc.search.handler(({ input }) => {
      const files = ids().flatMap((id) => {
        const hits = lines(id).flatMap((line, i) =>
          findPlaces(line, input.text, input.matchCase).map(({ from, to }) => ({
            line: i + 1,
            from,
            to,
            text: line,
          })),
        )
        return hits.length === 0
          ? []
          : [{ threadId: id, threadName: find(id).name, version: 'v', count: hits.length, hits }]
      })
      return { looked: ids().length, unread: [], files }
    }),
    replace: os.doc.replace.handler(({ input }) => {
      record('doc.replace', input)
      for (const { id } of input.files) set(id, text(id).replaceAll(input.text, input.with))
      return input.files.map(({ id }) => ({
        threadId: id,
        threadName: find(id).name,
        state: 'replaced' as const,
        count: 1,
        why: null,
      }))
    }),
  }
}
