package org.thetisdb.router.status;

import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.scheme.RouterScheme.Choice;

/** What the scheme in force chooses while it runs, and why. Owned by the engine's thread. */
public final class Choices {
  private final Supplier<List<Choice>> scheme;

  /** Those of a scheme, as it says when it is asked. */
  public Choices(Supplier<List<Choice>> scheme) {
    this.scheme = scheme;
  }

  /** All of them. */
  public List<Choice> all() {
    return scheme.get();
  }

  void put(ReportJson json) {
    json.beginArray("choices");
    for (Choice each : all()) {
      json.beginObject()
          .put("setting", each.setting())
          .put("value", each.value())
          .put("reason", each.reason())
          .endObject();
    }
    json.endArray();
  }
}
