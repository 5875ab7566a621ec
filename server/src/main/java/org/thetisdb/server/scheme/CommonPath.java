package org.thetisdb.server.scheme;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.StageList;
import org.thetisdb.server.stage.Stages;

/**
 * The stages that calls pass under every scheme, in their order, and where a family puts its own
 * among them.
 *
 * <p>The stages that lists share mean the same in all of them, so a call that stands in one of them
 * goes on with the list of another scheme from there, when that comes into force.
 */
public final class CommonPath {
  private final Stages all;
  private final CallStage noWait;
  private final CallStage keep;

  /**
   * A path through these stages.
   *
   * @param noWait refuses what others keep to calls that wait for nobody
   * @param keep runs those that are kept aside until others have prepared
   */
  public CommonPath(Stages all, CallStage noWait, CallStage keep) {
    this.all = all;
    this.noWait = noWait;
    this.keep = keep;
  }

  /** The stages of calls that lock the rows which they are going to write. */
  public StageList underLocks() {
    return list(all.line, List.of(), List.of(), List.of());
  }

  /** The same, where long statements that write are run beside the engine's event loop. */
  public StageList underLocksBesideLine() {
    return list(all.lineOfChanges, List.of(all.longPlan), List.of(), List.of());
  }

  /** The same, with a stage before this site is asked whether it masters what is written. */
  public StageList underLocks(CallStage beforeMaster, CallStage beforeRun) {
    return list(all.line, List.of(beforeMaster), List.of(), List.of(beforeRun));
  }

  /** The same, with a stage before rows are locked. */
  public StageList underLocks(CallStage beforeLocks) {
    return list(all.line, List.of(), List.of(beforeLocks), List.of());
  }

  /**
   * The stages of calls that prepare here what they meet when they run, which is one stage; with
   * one before rows are locked.
   */
  public StageList inFragments(CallStage beforeLocks, CallStage run) {
    return new StageList(
        List.of(
            all.prepare,
            all.barrier,
            all.master,
            beforeLocks,
            all.decision,
            all.lock,
            all.participant,
            all.fresh,
            run));
  }

  /** The stages of calls that are planned, and all else is done by one stage. */
  public StageList planned(CallStage allElse) {
    return new StageList(List.of(all.prepare, allElse));
  }

  private StageList list(
      CallStage line,
      List<CallStage> beforeMaster,
      List<CallStage> beforeLocks,
      List<CallStage> beforeRun) {
    List<CallStage> stages = new ArrayList<>(List.of(all.prepare, all.barrier));
    stages.addAll(beforeMaster);
    stages.add(all.master);
    stages.addAll(beforeLocks);
    stages.addAll(
        List.of(
            all.cut,
            all.decision,
            all.lock,
            noWait,
            all.participant,
            all.fresh,
            all.snapshot,
            line));
    stages.addAll(beforeRun);
    stages.addAll(List.of(keep, all.run));
    return new StageList(stages);
  }
}
