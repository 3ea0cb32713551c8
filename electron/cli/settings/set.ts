import { Option } from 'commander'
import { spelledSetting } from '../../../shared/settings/table.ts'
import { KNOWN_RUNNERS, type RunnerOptions } from '../agents/read-runner.ts'
import { SUGGESTION_MODES } from '../../../shared/threads/modes.ts'
import type { Define } from '../kit/command.ts'
import { APP_KEYS, setApp, showApp } from './set-app.ts'
import { setThread, THREAD_KEYS } from './set-thread.ts'

const EXAMPLES = `
Sources:  threadbeat set source git off --thread 3       SOURCE off, next (in the next prompt, starts no agent), asked (wakes where the sender asks), now (each wakes), or default
Delivery: threadbeat set delivery show-ok on --thread 3  show-ok, show-alerts or indicator: on, off, or default (the app's)
Quiet:    threadbeat set quiet-hours "22:00-07:00", or with days "20:00-08:00 mon-fri,sun"
Caps:     threadbeat set caps "fleet usd 2/day, thread usd 0.5/day, thread:3 starts 20/day, runner:claude tokens 1000000/month"
          (thread: each by itself; thread:3: this one instead), or default, or off
Runners:  threadbeat set runner claude --thread 3 --model quick=haiku daily=opus --effort daily=high --profile message=tidy
          threadbeat set runner --thread 3 -- PROGRAM ARGUMENT…
          TURN is quick, hourly, daily or message; what is not named is the runner's own choice. A new choice replaces the whole of the old one.`

export const setCommand: Define = (command, cx) =>
  command
    .description(
      'change a setting of the app, or of a thread with --thread; without a value: show it, without a key: show all',
    )
    .argument('[key]', `app: ${APP_KEYS.map(spelledSetting).join(', ')}; thread: ${THREAD_KEYS.join(', ')}`)
    .argument(
      '[value...]',
      'such as 30m, 3, off, 09:00-18:00; default: for the app, and for active-hours, source and delivery of a thread; ' +
        `for suggestions: ${SUGGESTION_MODES.join(', ')}; for runner: local, ${KNOWN_RUNNERS.join(', ')}, or -- PROGRAM ARGUMENT…`,
    )
    .option('-t, --thread <thread>', 'number, name, path or the beginning of a name')
    .option('-y, --yes', 'set a runner without asking')
    .option(
      '--reply-path <path>',
      'for a program of your own: where the reply stands in the JSON that it prints, such as result',
    )
    .option(
      '--may-change',
      'for a program of your own: it is meant to change the repository in beats, which is then not told',
    )
    .option(
      '--acp',
      'the program of your own speaks the Agent Client Protocol: what it asks is answered by its rights',
    )
    .option('--program <path>', 'where the runner is, if it is not found by itself')
    .option('--model <turn=model...>', 'for beats of that tier, or messages')
    .option('--effort <turn=level...>', 'low, medium, high')
    .option('--profile <turn=profile...>', 'what it may do: look, tidy, full')
    .addOption(
      new Option('--billing <kind>', 'who pays: a subscription, or an API key by the token').choices([
        'plan',
        'api',
      ]),
    )
    .option('--fallback <model...>', 'in this order when a model is not available')
    .option('--env <name=value...>', 'for the runner’s environment')
    .option('--bypass <duration>', 'switch the runner’s own permission checks off for so long; dangerous')
    .option('--json', 'for programs: the setting, or all of them, after the change')
    .addHelpText('after', EXAMPLES)
    .action((key: string | undefined, value: string[], { thread, json, ...o }: SetOptions) => {
      if (thread !== undefined) return setThread(cx, thread, key, value, { ...o, json })
      return key === undefined ? showApp(cx, json === true) : setApp(cx, key, value, json === true)
    })

type SetOptions = RunnerOptions & { readonly thread?: string; readonly json?: true }
