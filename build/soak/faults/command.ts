import type { commandUnderTest } from '../../../electron/cli/testing/command.ts'

/** The real command, bundled. */
export type Command = ReturnType<typeof commandUnderTest>
