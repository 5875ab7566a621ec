package org.thetisdb.router.status;

import org.thetisdb.router.profile.WorkloadSample;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.term.EngineParts;

/** What clients do, as a JSON text. Owned by the engine's thread. */
public final class WorkloadReport {
  private final EngineParts parts;

  /** Reports the sample of a term. */
  public WorkloadReport(EngineParts parts) {
    this.parts = parts;
  }

  /** The text; the first time, nothing is in it yet. */
  public String toJson() {
    WorkloadSample.Taken taken = parts.sample().take(parts.scheduler().clock().nowUs());
    ReportJson json =
        new ReportJson()
            .beginObject()
            .put("scheme", parts.inForce().spec().name())
            .put("seen", taken.seen())
            .put("interactive", taken.interactive())
            .beginArray("calls");
    taken.calls().forEach(json::add);
    return json.endArray().endObject().toString();
  }
}
