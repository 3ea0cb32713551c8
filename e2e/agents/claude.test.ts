import { scenarios } from './scenarios.ts'

scenarios('claude')
