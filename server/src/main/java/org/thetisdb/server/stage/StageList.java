package org.thetisdb.server.stage;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * The stages that calls pass, in their order. Leads a call from where it stands to where it waits
 * or ends. What is to be done from where is found out once, so that a call looks at nothing that is
 * behind it. Owned by the site's engine.
 */
public final class StageList implements CallPath {
  private static final Step[] NOTHING = {};

  /** By where a call stands. */
  private final Map<Stage, Step[]> steps = new EnumMap<>(Stage.class);

  /** A stage, and where a call stands meanwhile. */
  private record Step(CallStage stage, Stage at) {}

  /** Stages in their order; the last one lets nobody pass. */
  public StageList(List<CallStage> stages) {
    for (Stage standing : Stage.values()) {
      steps.put(standing, stepsFrom(standing, stages));
    }
  }

  /**
   * First those that are asked again, each if it is met from here; then the one where the call
   * stands, and all behind it.
   */
  private static Step[] stepsFrom(Stage standing, List<CallStage> stages) {
    int own = stages.size() - 1;
    while (own >= 0 && !stages.get(own).isMetFrom(standing)) {
      own--;
    }
    List<Step> found = new ArrayList<>();
    for (int i = 0; own >= 0 && i < stages.size(); i++) {
      CallStage stage = stages.get(i);
      if (i > own) {
        found.add(new Step(stage, standsAt(i, stages)));
      } else if (stage.isMetFrom(standing)) {
        found.add(new Step(stage, standing));
      }
    }
    return found.toArray(NOTHING);
  }

  /** One that comes to a stage which is asked again stands already where it is asked from. */
  private static Stage standsAt(int index, List<CallStage> stages) {
    CallStage stage = stages.get(index);
    if (index == stages.size() - 1) {
      return stage.at();
    }
    Stage next = standsAt(index + 1, stages);
    return stage.isMetFrom(next) ? next : stage.at();
  }

  @Override
  public void lead(Transaction t) {
    for (Step step : steps.get(t.stage())) {
      t.moveTo(step.at);
      if (!step.stage.pass(t)) {
        return;
      }
    }
  }
}
