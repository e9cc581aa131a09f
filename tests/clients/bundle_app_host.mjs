// Puts app_host.mjs and all it imports into one script that a page can load.
import { buildSync } from "esbuild";

buildSync({ entryPoints: ["app_host.mjs"], bundle: true, format: "iife", outfile: "app_host.js" });
