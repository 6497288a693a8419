import type { DataProvider, fetchUtils } from 'ra-core';
import { exchange } from './http.ts';

/** What no other back end has: configuration, audit. They speak the simple-REST dialect under /config. */
const OWN_RESOURCES = new Set([
  'emails',
  'auditoria',
  'artigos',
  'avisos-publicados',
  'respostas',
  'perfis',
  'pessoas',
  'chaves',
  'webhooks',
  'entregas',
  'quadros',
  'banners',
  'vitrines',
  'visoes',
  'relatorios-agendados',
]);

export const isOwnResource = (resource: string): boolean => OWN_RESOURCES.has(resource);

let provider: Promise<DataProvider> | null = null;

/** Loaded with the first screen that needs it. */
export function ownProvider(): Promise<DataProvider> {
  provider ??= import('ra-data-simple-rest').then(({ default: simpleRest }) =>
    simpleRest('/config', httpClient),
  );
  return provider;
}

/** The client that the dialect asks for, over the same session, headers and refusals as every call. */
async function httpClient(address: string, options: fetchUtils.Options = {}) {
  const { method = 'GET', headers, body, signal } = options;
  const response = await exchange(address, {
    method,
    signal: signal ?? undefined,
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && { body: JSON.parse(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text, json: JSON.parse(text || 'null') };
}
