import { fireEvent, screen, type RenderResult } from '@testing-library/react'
import { DAY } from '../../../shared/base/time.ts'
import { navigate } from '../../client/navigation.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { NOON } from '../../testing/noon.ts'
import { RUNNERS } from '../../testing/runners.ts'
import { show } from '../../testing/show.tsx'
import { FirstRunPage } from '../first-run.tsx'
import { stepPath, type Step } from '../steps.ts'

const FOUND = ['atlas-api', 'billing', 'cobalt-lib', 'docs-site', 'edge-proxy', 'game-server', 'harbor']

/** A step over a machine with agents and seven repositories, of which `cobalt-lib` is a thread already. */
export async function at(step: Step): Promise<RenderResult & { host: WindowHost }> {
  const host = await openHost({
    machine: {
      runners: RUNNERS,
      repositories: FOUND.map((name, i) => ({
        kind: 'found',
        realPath: `/${name}`,
        name,
        lastChangedAt: NOON - i * DAY,
      })),
    },
  })
  host.add('cobalt-lib')
  navigate(stepPath(step))
  return show(<FirstRunPage />, host)
}
export const press = (name: string | RegExp): void =>
  void fireEvent.click(screen.getByRole('button', { name }))
export const find = async (): Promise<void> => {
  fireEvent.change(screen.getByLabelText('Path of a folder'), { target: { value: '/' } })
  press('Look here')
  await screen.findByText(/^7 repositories found, newest first\./)
}

/** Trusts and adds five of what was found. */
export async function trust(): Promise<void> {
  await find()
  navigate(stepPath('permissions'))
  await screen.findByRole('button', { name: /^Trust and add/ })
  press(/^Trust and add/)
  await screen.findByText('5 repositories trusted and added.')
}
