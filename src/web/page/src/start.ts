import './style.css';
import { begin } from './app';
import moduleUrl from './judge/module/partie_web_bg.wasm?url';

const worker = new Worker(new URL('./judge/worker.ts', import.meta.url), { type: 'module' });
// A new build waits until no tab shows an old one, so that their files never meet.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js').catch(() => undefined);
void begin(worker, new URL(moduleUrl, document.baseURI).href);
