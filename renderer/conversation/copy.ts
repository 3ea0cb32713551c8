const n = (value: number): string => value.toLocaleString('en-US')

/** What the conversation with a thread says. */
export const CONVERSATION = {
  label: (thread: string): string => `Conversation with ${thread}`,
  failed: 'The conversation could not be read.',
  again: 'Try again',
  nothing: 'Nothing was said yet.',
  nothingText: (thread: string): string =>
    `Write to ${thread} below. What heartbeats find, and what other threads say to it, stands here too.`,
  older: 'Older messages',
  messageTo: (thread: string): string => `Message to ${thread}`,
  keys: 'Enter sends, Shift+Enter begins a line.',
  tooLong: (length: number, most: number): string => `${n(length)} of ${n(most)} characters`,
  noAgent: 'This thread has no agent, so nobody can answer. A message is kept and waits until there is one.',
  chooseAgent: 'Choose an agent',
  untrusted: 'This repository is not trusted. A message is kept and waits.',
  resting: (runner: string, until: string): string =>
    `${runner} is resting until ${until}. A message of yours is tried all the same.`,
  againNow: 'Try again now',
  answers: (runner: string): string => `${runner} answers. Messages go before heartbeats.`,
  session: {
    none: (runner: string): string => `The next message begins a session with ${runner}.`,
    stands: (runner: string, used: string, ends: string): string =>
      `One session with ${runner}, last used ${used}. It ends ${ends} unless you write.`,
    new: 'Start a new one',
    ask: 'Start a new session?',
    askText: (runner: string): string =>
      `${runner} no longer knows what was said so far. The messages stay here for you.`,
    forgotten: 'The next message begins a new session.',
  },
  entry: {
    otherThread: (name: string): string => `${name}, another thread`,
    advice: (thread: string): string => `Advice from thread ${thread}`,
    openRun: 'Open run',
    openRunOf: (time: string): string => `Open the run of ${time}`,
    report: (text: string): string => `Heartbeat report: ${text}`,
    silent: 'Done. The agent wrote nothing.',
    behindBeat: 'waits for the beat to end',
    startsNext: 'starts next',
    kept: 'Waits for an agent: nobody reads it before you choose one',
    takeBack: 'Take back',
    /** `place`: "2nd"; null is the first. */
    inQueue: (place: string | null, why: string): string => `${place ?? 'First'} in the queue, ${why}`,
    stopBeat: 'Stop the beat',
    /** `took`: null while it is not known. */
    working: (runner: string, took: string | null): string =>
      `${runner} is working${took === null ? '' : `, ${took}`}`,
    noEnd: 'It did not come to an end.',
    unfinished: (end: string): string => `${end} Part of it may be done already. Run it again?`,
    /** It never began. */
    unstarted: (end: string): string => `${end} Run it after all?`,
    runAgain: 'Run again',
  },
} as const
