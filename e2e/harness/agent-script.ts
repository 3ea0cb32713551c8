import type { Page } from '@playwright/test'

/** Agents as a person meets them. The programs are the test's own; the real CLIs are met in e2e/agents. */
export const LIST =
  '## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Run `git status`\n- [ ] Read the notes\n'
export const EVIDENCE =
  `tasks: [{ key: 'Run \`git status\`', outcome: 'ok', evidence: 'Nothing is uncommitted.' }, { key: ` +
  `'Read the notes', outcome: 'ok', evidence: 'They are true.' }]`
/** A beat with nothing to say, whatever comes before. */
export const QUIET = `
  call('Bash', { command: 'git status' }, true, 'nothing to commit')
  await own('report', { status: 'ok', ${EVIDENCE}, alerts: [] })
  done('HEARTBEAT_OK')`
export const answer = (page: Page, yes: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: yes, exact: true }).click()
