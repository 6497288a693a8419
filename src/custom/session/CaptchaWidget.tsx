import 'altcha/external';
import 'altcha/altcha.css';
import 'altcha/i18n/pt-br';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { createElement, useEffect, useRef } from 'react';
import { sessionRoutes } from '#contract/session/session.ts';
import { addressOf } from '#data/call.ts';
import { fullAddress } from '#data/http.ts';

globalThis.$altcha?.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());

interface CaptchaWidgetProps {
  onSolved: (payload: string) => void;
  onFailed: () => void;
  /** Called when the page was open longer than the challenge is valid. */
  onExpired: () => void;
}

/** altcha's proof-of-work widget. It starts immediately and reports its payload. */
export function CaptchaWidget({ onSolved, onFailed, onExpired }: CaptchaWidgetProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const widget = element.current;
    const listen = (event: Event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail;
      if (state === 'verified' && payload) onSolved(payload);
      if (state === 'error') onFailed();
      if (state === 'expired') onExpired();
    };
    widget?.addEventListener('statechange', listen);
    return () => widget?.removeEventListener('statechange', listen);
  }, [onSolved, onFailed, onExpired]);
  return createElement('altcha-widget', {
    ref: element,
    challenge: fullAddress(addressOf(sessionRoutes.captcha)),
    auto: 'onload',
    language: 'pt-br',
    configuration: JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false }),
  });
}
