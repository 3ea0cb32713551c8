import { dialog, type BrowserWindow } from 'electron'
import { planClose, type CloseFacts } from './close-plan.ts'

export const QUIT_TRUTH = 'No heartbeats while Threadbeat is closed.'

/** Asked once: what closing the window means. */
async function askClose(
  window: BrowserWindow,
): Promise<{ readonly choice: 'hide' | 'quit'; readonly remember: boolean }> {
  const { response, checkboxChecked } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Threadbeat',
    message: 'Keep Threadbeat running in the tray?',
    detail: `Heartbeats go on without a window. ${QUIT_TRUTH}`,
    buttons: ['Keep running in the tray', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    checkboxLabel: 'Don’t ask again',
    noLink: true,
  })
  return { choice: response === 1 ? 'quit' : 'hide', remember: checkboxChecked }
}

interface CloseDeps {
  readonly facts: () => CloseFacts
  readonly remember: (setting: 'hide' | 'quit') => void
  readonly quit: () => void
}

/** What happens to the window when the person closes it. */
export async function decideClose(
  window: BrowserWindow,
  { facts, remember, quit }: CloseDeps,
): Promise<'hide' | 'minimise' | 'stay'> {
  let plan = planClose(facts())
  if (plan === 'ask') {
    const answer = await askClose(window)
    if (answer.remember) remember(answer.choice)
    plan = answer.choice
  }
  if (plan === 'quit') {
    quit()
    return 'stay' // quitting closes it, or a person who cancels keeps it
  }
  return plan
}
