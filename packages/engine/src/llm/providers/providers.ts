import type { ProviderKind } from './provider.js';
import { scripted } from './scripted.js';

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
