/** The script that the policy of the page names: it starts the one that stands packed. */

import { scriptOf } from './unpack';

const script = document.createElement('script');
script.src = scriptOf('app');
document.body.append(script);
