import { issueForm } from '../../../../shared/alerts/issue-form.ts'
import { flagKey } from '../../../../shared/runs/judge/standing.ts'
import { remotePage } from '../../../../shared/threads/remote-page.ts'
import { os } from '../parts.ts'
import type { DocParts } from './doc-file.ts'
import { faultOr, lookup } from '../lookup.ts'

/** HEARTBEAT.md beside git: what hides it, and what its flags become elsewhere. */
export function docGitHandlers({ ports, store }: DocParts) {
  const { trustedOr } = lookup(store)
  return {
    gitKeep: os.doc.gitKeep.handler(async ({ input, errors }) => {
      const seen = await ports.repositories.gitKeep(trustedOr(input.id, errors).repoPath)
      if (!seen.ok) throw faultOr(seen.error, errors)
      return seen.value
    }),
    setGitKeep: os.doc.setGitKeep.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const done = await ports.repositories.setGitKeep(thread.repoPath, input.keep, input.version)
      if (!done.ok) throw faultOr(done.error, errors)
      ports.log('info', 'doc.edited', { threadId: thread.id, gitKeep: input.keep })
      return null
    }),
    issuePage: os.doc.issuePage.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const facts = await ports.repositories.facts(thread.repoPath)
      if (!facts.ok) throw faultOr(facts.error, errors)
      const page = remotePage(facts.value.remoteUrl ?? '')
      if (page === null) return { url: null }
      const raised = store.alerts
        .list('open', 500, ports.clock.now())
        .find((a) => a.threadId === thread.id && a.key === flagKey(input.flag))
      const since =
        raised === undefined
          ? ''
          : `\n\nRaised ${new Date(raised.raisedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
      return { url: issueForm(page, input.flag, `${input.flag}${since}`) }
    }),
  }
}
