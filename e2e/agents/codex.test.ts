import { scenarios } from './scenarios.ts'

scenarios('codex')
