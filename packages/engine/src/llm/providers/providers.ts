import type { ProviderConfig } from '../config.js';
import type { WallClock } from '../wall-clock.js';
import type { Provider } from './provider.js';
import { scripted } from './scripted.js';

export interface ProviderContext {
  /** Seed of the run. */
  readonly seed: number;
  readonly clock: WallClock;
  /** Removes keys and other secrets from a text. */
  readonly redact: (text: string) => string;
}

/** What `provider` in the configuration can name. */
export interface ProviderKind {
  /** Default of `base_url`; null where the user must set it, empty where none is used. */
  readonly baseUrl: string | null;
  /** Runs on the user's own machine: requires no key and costs nothing. */
  readonly isLocal?: boolean;
  /** The only model, where there is one. */
  readonly model?: string;
  /** Default: a server that speaks the OpenAI protocol. */
  readonly create?: (config: ProviderConfig, context: ProviderContext) => Provider;
}

/** All providers known by name: one line each. */
export const providers: ReadonlyMap<string, ProviderKind> = new Map(
  Object.entries<ProviderKind>({
    openai: { baseUrl: 'https://api.openai.com/v1' },
    deepseek: { baseUrl: 'https://api.deepseek.com/v1' },
    qwen: { baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1' },
    zhipuai: { baseUrl: 'https://open.bigmodel.cn/api/paas/v4/' },
    siliconflow: { baseUrl: 'https://api.siliconflow.cn/v1' },
    volcengine: { baseUrl: 'https://ark.cn-beijing.volces.com/api/v3/' },
    vllm: { baseUrl: null, isLocal: true },
    ollama: { baseUrl: 'http://127.0.0.1:11434/v1', isLocal: true },
    lmstudio: { baseUrl: 'http://127.0.0.1:1234/v1', isLocal: true },
    llamacpp: { baseUrl: 'http://127.0.0.1:8080/v1', isLocal: true },
    scripted,
  }),
);
