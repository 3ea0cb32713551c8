import type { ProcessSpec } from '../process-runner.ts'
import { testFolder } from '../../agents/testing/folders.ts'
import { newMarker } from '../../agents/testing/specs.ts'

export const folder = testFolder()

export const sh = (script: string, changes: Partial<ProcessSpec> = {}): ProcessSpec => ({
  argv: ['/bin/sh', '-c', script],
  folder,
  stdin: null,
  marker: newMarker(),
  deadlineMs: 60_000,
  capture: 'split',
  ...changes,
})
