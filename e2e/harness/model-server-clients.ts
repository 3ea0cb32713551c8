import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Billing } from '../../shared/agents/agent-config.ts'
import type { PrintingCli } from '../../shared/agents/agent-names.ts'
import type { Step, ModelServer } from './model-server.ts'

/** The agents that are driven for real. */
export type TestedCli = PrintingCli | 'opencode' | 'gemini'

/**
 * How a CLI hears from its own server that a plan's limit is reached, and until when (Copilot, opencode and Gemini are not told).
 */
export function planLimit(cli: TestedCli, resetsAt: number): Step {
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
    case 'opencode':
    case 'gemini':
      return { status: 429 }
  }
}

/**
 * Environment, and files below `home`, with which a CLI asks this server and knows nothing of the person
 * who runs the test.
 */
export function pointed(
  cli: TestedCli,
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
    case 'opencode':
      return {
        HOME: home,
        XDG_DATA_HOME: path.join(home, 'data'),
        XDG_CONFIG_HOME: path.join(home, 'config'),
        XDG_CACHE_HOME: path.join(home, 'cache'),
        XDG_STATE_HOME: path.join(home, 'state'),
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(`${server.url}/v1`)),
      }
    case 'gemini':
      return {
        HOME: home,
        GEMINI_CLI_HOME: home,
        GEMINI_API_KEY: 'test-key',
        GEMINI_MODEL: 'gemini-2.5-flash', // else it asks a model which model to ask
        GOOGLE_GEMINI_BASE_URL: server.url,
      }
  }
}

const opencodeConfig = (baseURL: string) => ({
  autoupdate: false,
  share: 'disabled',
  model: 'test/gpt-test',
  small_model: 'test/gpt-test',
  provider: {
    test: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Test',
      options: { baseURL, apiKey: 'test-key' },
      models: { 'gpt-test': { name: 'GPT test', limit: { context: 100_000, output: 4_000 } } },
    },
  },
})
