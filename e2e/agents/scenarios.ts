import { describe } from 'vitest'
import { PRESETS } from '../../shared/agents/presets.ts'
import { beatScenarios } from './beats.ts'
import { capScenarios } from './caps.ts'
import { conversationScenarios } from './conversation.ts'
import { harmScenarios } from './harm/harm.ts'
import { endScenarios, matrixScenarios } from './matrix.ts'
import { products } from './product.ts'
import { refusalScenarios } from './refusals.ts'
import { interruptedScenarios } from './interrupted.ts'
import { troubleScenarios } from './troubles.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'

/**
 * The same life with each CLI: the real program, the real engine, a model that does what the script says.
 */
export function scenarios(cli: TestedCli): void {
  const product = products(cli)

  describe(`${PRESETS[cli].name}, the real one`, () => {
    beatScenarios(cli, product)
    refusalScenarios(cli, product)
    harmScenarios(cli, product)
    capScenarios(cli, product)
    conversationScenarios(cli, product)
    interruptedScenarios(cli, product)
    troubleScenarios(cli, product)
    matrixScenarios(cli, product)
    endScenarios(cli, product)
  })
}
