// Builds dist/ and stages what the wheel holds, for python/backend.py: the module, and below it the JavaScript that it runs.
import "./build.mjs";
import { stageWheel } from "./stage.mjs";

stageWheel();
