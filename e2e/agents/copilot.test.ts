import { scenarios } from './scenarios.ts'

scenarios('copilot')
