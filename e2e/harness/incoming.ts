import type { Locator, Page } from '@playwright/test'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { Started } from './fleet.ts'

export const HEARTBEAT = '## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look at Urgent Flags\n'
export const texts = async ({ client }: Started, id: ThreadId): Promise<readonly string[]> =>
  (await client.events.timeline({ id })).entries.flatMap((e) => (e.kind === 'event' ? [e.event.text] : []))
export const entry = (page: Page, label: string | RegExp): Locator =>
  page.getByRole('region', { name: 'What came in' }).getByRole('listitem', { name: label })
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
