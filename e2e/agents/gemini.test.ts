import { scenarios } from './scenarios.ts'

scenarios('gemini')
