import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agentConfigSchema } from '../../../shared/agents/agent-config.ts'
import { useLive } from '../../client/live.ts'
import { addAgent } from '../../testing/threads.ts'
import { openHost } from '../../testing/host.ts'
import { RUNNERS } from '../../testing/runners.ts'
import { show } from '../../testing/show.tsx'
import { RunnerDialog } from './runner-dialog.tsx'

const OverAll = () => {
  const threads = useLive((live) => live.threads)
  return <RunnerDialog threads={[...threads.values()]} onClose={() => undefined} />
}

it('a runner for several threads is shown as it runs, and as not found where it is not there', async () => {
  const host = await openHost({ machine: { runners: RUNNERS } })
  for (const cli of ['claude', 'copilot'] as const)
    addAgent(host, cli, agentConfigSchema.parse({ kind: 'cli', cli }))
  show(<OverAll />, host)
  fireEvent.click(await screen.findByRole('radio', { name: /Copilot/ }))
  expect(await screen.findByText(/^\S.* is not found on this machine; nothing of it starts/)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /^Claude Code/ }))
  expect(await screen.findByText('/home/ada/.local/bin/claude')).toBeTruthy()
  expect(screen.queryByText(/is not found on this machine/)).toBeNull()
})
