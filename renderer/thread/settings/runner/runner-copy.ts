import { REDIRECT_EVERY } from '../../../../shared/attempts/daily/flag-runs.ts'
import type { Billing } from '../../../../shared/agents/agent-config.ts'
import type { SessionMode } from '../../../../shared/threads/modes.ts'

/** What the settings say about who works a thread's beats. */
export const RUNNER_COPY = {
  label: 'Who runs the checks',
  local: 'Local checks',
  help: {
    local:
      'Built-in checks and approved commands, no model. Tasks that only an agent can do wait and are counted.',
    cli:
      'An agent with its own account. It works the due tasks, answers messages, and what it says is ' +
      'checked against what it did.',
    server:
      'A model of a server that you name, with opencode to work it. It works the due tasks, answers messages, and ' +
      'what it says is checked against what it did.',
    command:
      'Any program. It gets the prompt on its standard input, works in the repository, and its answer ' +
      'is read from what it prints.',
  },
  badEnv: 'Names in the environment may have letters, digits and _ only.',
  badReplyPath: 'The place of the reply is names with dots between them, such as result or items.0.text.',
  tooManyModels: 'At most five other models.',
  badModel: 'A model’s name begins with a letter or a digit and has no spaces.',
  badProgram: 'The program’s path cannot be used.',
  noProgram: 'The first row names the program and cannot be empty.',
  localTitle: (thread: string) => `Use local checks for ${thread}?`,
  localYes: 'Use local checks',
  localText: 'No model is started. Built-in checks and approved commands do the work.',
  commandTitle: (thread: string) => `Run this command for ${thread}?`,
  commandYes: 'Use this command',
  cliTitle: (runner: string, thread: string) => `Let ${runner} run the checks of ${thread}?`,
  cliYes: (runner: string) => `Use ${runner}`,
  changed: 'Runner changed. The next beat uses it.',
  review: 'Review and use…',
} as const

/** When an agent starts, and what it remembers. */
export const TURNS_COPY = {
  starts: 'An agent starts',
  gateHelp: {
    needed:
      'Threadbeat works the checks it knows by itself, and approved commands. An agent starts for the lines ' +
      'that are left, for what was found, and for events.',
    changes:
      'The agent works all due lines. When nothing changed since the last proven quiet beat, no agent starts ' +
      'and nothing is used up. Once a day it looks anyway.',
    always: 'The agent works all due lines at each beat, also when nothing changed.',
  },
  gates: {
    needed: 'When something needs judgement',
    changes: 'When something changed',
    always: 'At each beat',
  },
  gatesOfCommands: { changes: 'When something changed', always: 'At each beat' },
  conversation: 'Conversation',
  sessions: { messages: 'Messages go on', resume: 'Messages and beats go on', oneshot: 'Fresh each time' },
  sessionHelp: {
    messages: (idle: string) =>
      `Each message goes on where the last one ended, beats begin anew. After ${idle} without a message, the ` +
      'next begins anew.',
    resume: (idle: string) =>
      `Messages and beats go on in one session. After ${idle} without a message no beat starts the agent until ` +
      'the next one.',
    oneshot: () => 'Each message begins anew and knows HEARTBEAT.md, not earlier messages.',
  } satisfies Record<SessionMode, (idle: string) => string>,
  reflect: 'Reflection',
  reflectHelp:
    'A daily beat that starts the agent anyway also asks it what the day taught. The answer is kept as the page ' +
    `“Daily reflections” and is no news. Flags that have stood for ${REDIRECT_EVERY} daily runs are named, and ` +
    'another approach is asked for; the master is asked for conclusions each week. Where work is measured, the ' +
    'agent is asked after its runs instead.',
} as const

function paidHow(variable: string | null, tellsCost: boolean): string {
  if (tellsCost) return 'what it tells that a turn cost.'
  return variable === null ? 'a plan.' : `API key when ${variable} is set.`
}

export const CLI_COPY = {
  small: 'small: the cheapest',
  large: 'large: the dearest',
  ownEffort: 'Its own',
  mayDo: 'What it may do',
  modelFor: (turn: string) => `Model for ${turn}`,
  effortFor: (turn: string) => `Effort for ${turn}`,
  mayDoOf: (turn: string) => `What ${turn} may do`,
  ownDefault: 'its own default',
  asSet: 'whatever the runner is set to',
  modelNeeded: 'a model of the server',
  others: 'Other models',
  othersHelp: 'Tried in this order when the model is not available. Names with commas between them.',
  larger: 'Larger models',
  largerHelp:
    'Asked in this order when the one before is not available or says that the work is beyond it. Names with ' +
    'commas between them.',
  serverHelp:
    'The address of a server that speaks OpenAI’s protocol: Ollama, LM Studio, llama.cpp, vLLM. opencode works with it, ' +
    'and each turn needs a model of it.',
  serverHint: 'http://127.0.0.1:11434/v1',
  pays: 'Who pays',
  paysHelp: (variable: string | null, tellsCost: boolean) =>
    `By plan, starts and tokens are counted; by API key, also money. By itself: ${paidHow(variable, tellsCost)}`,
  billing: { found: 'Found by itself', plan: 'A plan', api: 'An API key' },
  envHelp: (variable: string) => `For another account, set ${variable}.`,
  envServer: 'OPENAI_API_KEY, if the server wants a key.',
  envOwn: 'Added to the few variables it gets anyway.',
  ownProgram:
    'The whole path of a program that speaks the Agent Client Protocol on its standard input and output; each ' +
    'row after it is one argument. What it asks before it acts is answered by what it may do below.',
  empty: 'Empty: found by itself.',
  emptyNow: 'Empty: found by itself, now',
  foundHint: 'found by itself',
  notHere: (runner: string) => `${runner} is not found on this machine.`,
  install: 'How to install it',
  orPath: ', or write its full path here.',
  itIs: '. It is',
  signedOut: 'signed out',
  signIn: 'how to sign in',
  noNet: 'No safety net',
  forTurns: (turns: string) => `for ${turns}`,
} as const

/** A program with its arguments and variables, row by row. */
export const COMMAND_COPY = {
  about:
    'One row is one argument, passed exactly as written. No shell: quotes, pipes and variables mean nothing here.',
  argument: (n: number) => `Argument ${n}`,
  removeRow: (n: number) => `Remove row ${n}`,
  add: 'Add an argument',
  replyHelp:
    'Empty: all it prints is the reply. For a program that prints JSON: where the text stands, such as result.',
  replyPlace: 'Place of the reply in JSON',
  changeHelp:
    'Nothing restricts a program of your own. After each beat the repository is compared with the state before, ' +
    'and what changed is told.',
  mayChange: 'It is meant to change the repository in beats',
  envHelp: 'Added to the few variables a runner gets anyway.',
  envKept: (help: string) => `${help} Values are kept in Threadbeat’s data folder.`,
  variable: (n: number) => `Variable ${n}`,
  valueOf: (n: number) => `Value of variable ${n}`,
  removeVariable: (n: number) => `Remove variable ${n}`,
  addVariable: 'Add a variable',
} as const

/** What will be executed, for the question before it counts. */
function payer(billing: Billing | undefined, variable: string | null, tellsCost: boolean): string {
  if (billing === 'api') return 'An API key pays: each token costs money.'
  if (billing === undefined && tellsCost) return 'It tells what each turn cost, and that is counted.'
  if (billing === 'plan' || variable === null) return 'A plan pays.'
  return `A plan pays, or an API key when ${variable} is set.`
}

export const AS_IT_RUNS_COPY = {
  environment: 'With this environment:',
  commandIn: 'At each beat that has work, this is started in',
  cliIn: 'For beats that have work, and for messages, this is started in',
  noShell: ', without a shell:',
  commandMay: (mayChange: boolean) =>
    'It can do whatever you can do. Choose a program you trust with this repository. ' +
    (mayChange
      ? 'What its beats change there is not told: you say that it is meant to.'
      : 'What a beat of it changes there is told afterwards.'),
  missing: (runner: string) =>
    `${runner} is not found on this machine; nothing of it starts before it is installed.`,
  ownDefault: 'its own default',
  ownEffort: 'its own',
  notAvailable: 'Not available? Then',
  ownServer:
    'What the server takes for it is not counted; starts and tokens are. Budgets stand on the page Agents.',
  larger: 'When a model is not available or gives up:',
  pays: (billing: Billing | undefined, variable: string | null, tellsCost: boolean) =>
    `${payer(billing, variable, tellsCost)} Budgets stand on the page Agents.`,
} as const

export const BYPASS_COPY = {
  isOff: (runner: string) => `The checks of ${runner} are off. It can do whatever you can.`,
  offer: 'No checks, for a while…',
  about: (may: readonly string[], never: string) =>
    `${may.join('. ')}. ${never} Prefer allowing single calls when they are asked for.`,
  hours: (hours: number) => `For ${hours} h…`,
  title: (thread: string, hours: number) => `Switch off all checks of ${thread} for ${hours} h?`,
  yes: (hours: number) => `Switch off for ${hours} h`,
  until: (when: string, runner: string) =>
    `Until ${when}, in every beat and every message, ${runner} can do what you could do in a terminal, without asking:`,
  can: [
    'change and delete files, in this repository and everywhere else you may',
    'commit, push, install and run any program',
    'read keys and passwords that lie in your files, and send them over the network',
  ],
  misled:
    'A text in an issue, a web page or a file can mislead the model into any of it. Threadbeat cannot stop or undo it.',
  ends: 'It ends by itself. A red mark stands on the thread as long, and you can switch it off at any time.',
  done: (thread: string, hours: number) => `All checks of ${thread} are off for ${hours} h.`,
} as const
