package org.thetisdb.router.engine;

import org.thetisdb.router.profile.WorkloadSample;

/** What clients do, as a JSON text. Owned by the engine's thread. */
final class WorkloadReport {
  private final EngineParts parts;

  WorkloadReport(EngineParts parts) {
    this.parts = parts;
  }

  /** The text; the first time, nothing is in it yet. */
  String toJson() {
    WorkloadSample.Taken taken = parts.sample().take(parts.scheduler().clock().nowUs());
    Json json =
        new Json()
            .beginObject()
            .put("scheme", parts.inForce().spec().name())
            .put("seen", taken.seen())
            .put("interactive", taken.interactive())
            .beginArray("calls");
    taken.calls().forEach(json::add);
    return json.endArray().endObject().toString();
  }
}
