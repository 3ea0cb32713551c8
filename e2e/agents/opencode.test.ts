import { scenarios } from './scenarios.ts'

scenarios('opencode')
