import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Billing, CliName } from '../../shared/agents/agent-config.ts'
import type { Step, ModelServer } from './model-server.ts'

/**
 * How a CLI hears from its own server that a plan's limit is reached, and until when (Copilot is not told).
 */
export function planLimit(cli: CliName, resetsAt: number): Step {
  const seconds = Math.floor(resetsAt / 1000)
  switch (cli) {
    case 'claude':
      return {
        status: 429,
        headers: {
          'anthropic-ratelimit-unified-status': 'rejected',
          'anthropic-ratelimit-unified-representative-claim': 'five_hour',
          'anthropic-ratelimit-unified-reset': String(seconds),
        },
      }
    case 'codex':
      return {
        status: 429,
        body: {
          error: {
            type: 'usage_limit_reached',
            message: 'The usage limit has been reached',
            plan_type: 'plus',
            resets_at: seconds,
          },
        },
      }
    case 'copilot':
      return { status: 429 }
  }
}

/**
 * Environment, and files below `home`, with which a CLI asks this server and knows nothing of the person
 * who runs the test.
 */
export function pointed(
  cli: CliName,
  server: Pick<ModelServer, 'url'>,
  home: string,
  pays: Billing = 'api',
): Record<string, string> {
  mkdirSync(home, { recursive: true })
  switch (cli) {
    case 'claude': {
      const account: Record<string, string> =
        pays === 'api' ? { ANTHROPIC_API_KEY: 'test-key' } : { CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-test' }
      return {
        HOME: home,
        CLAUDE_CONFIG_DIR: path.join(home, 'claude'),
        ANTHROPIC_BASE_URL: server.url,
        ...account,
      }
    }
    case 'codex': {
      const codexHome = path.join(home, 'codex')
      mkdirSync(codexHome, { recursive: true })
      const provider = [
        `base_url = "${server.url}/v1"`,
        'name = "test"',
        'env_key = "CODEX_API_KEY"',
        'wire_api = "responses"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
      ]
      writeFileSync(
        path.join(codexHome, 'config.toml'),
        ['model = "gpt-test"', 'model_provider = "test"', '', '[model_providers.test]', ...provider, ''].join(
          '\n',
        ),
      )
      return { HOME: home, CODEX_HOME: codexHome, CODEX_API_KEY: 'test-key' }
    }
    case 'copilot':
      return {
        HOME: home,
        COPILOT_HOME: path.join(home, 'copilot'),
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: `${server.url}/v1`,
        COPILOT_PROVIDER_API_KEY: 'test-key',
        COPILOT_MODEL: 'gpt-test',
      }
  }
}
