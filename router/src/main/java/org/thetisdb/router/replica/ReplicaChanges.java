package org.thetisdb.router.replica;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.RouterToSite.FillReplica;
import org.thetisdb.core.wire.RouterToSite.Giver;
import org.thetisdb.core.wire.SiteToRouter.Filling;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.catalog.RangeText;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.routing.CopyChange;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.term.EngineParts;

/**
 * Adds replicas of ranges at sites that serve, and drops them (decision 0054). One record is on its
 * way at a time, with all changes that are due when it is sent (decision 0177). What the log wants
 * and nobody holds, this has its site fill: it goes on from wherever another router stopped, since
 * all that it needs is in the replica sets. A site that starts again fills its replicas again.
 * Owned by the engine's thread.
 */
public final class ReplicaChanges {
  /** The built-in procedure: takes the encoded replica sets. */
  static final String CHANGE_REPLICAS = "thetis.change_replicas";

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaChanges.class);
  private static final long LOOK_US = 50_000;
  private static final long AGAIN_US = 300_000;
  private static final int MOST_FILLED_AT_ONCE = 8;
  private static final int MOST_CHANGED_AT_ONCE = 64;
  private static final byte[] NO_VALUE = {};

  private final EngineParts parts;
  private final ReplicaTable replicas;
  private final RouterCatalog catalog;
  private final ReplicationFactor copies;
  private final SystemCalls calls;
  private final CallHandler handler;
  private final Scheduler scheduler;

  /** What sites are asked to fill. */
  private final Map<Long, Fill> fills = new TreeMap<>();

  /** How far each was, or why it was given up. */
  private final Map<Long, ReplicaFilled> progress = new HashMap<>();

  /** Those that are dropped, or may be when it is known what was recorded. */
  private final Set<Long> dropped = new HashSet<>();

  /** What sites have said since the last record, by ids: filled, and in their checkpoints. */
  private final Set<Long> filled = new TreeSet<>();

  private final Set<Long> saved = new TreeSet<>();

  private boolean recording;
  private boolean closed;
  private int nextGiver;

  /** When a site was last asked to save a replica, by its id. */
  private final Map<Long, Long> askedToSaveUs = new TreeMap<>();

  /** Whether a migration needs a replica where it is. */
  private Predicate<ReplicaRange> isNeeded = range -> false;

  /** One that a site was asked for on a link; the link is gone if it was lost. */
  private record Fill(SiteLink link, long againUs, boolean asked) {}

  /** No change is under way. */
  public ReplicaChanges(
      EngineParts parts,
      ReplicaTable replicas,
      RouterCatalog catalog,
      ReplicationFactor copies,
      SystemCalls calls,
      CallHandler handler) {
    this.parts = parts;
    this.replicas = replicas;
    this.catalog = catalog;
    this.copies = copies;
    this.calls = calls;
    this.handler = handler;
    this.scheduler = parts.scheduler();
  }

  /** Completes the pair: replicas that migrations need are not dropped. */
  public void setNeeded(Predicate<ReplicaRange> byMigrations) {
    isNeeded = byMigrations;
  }

  /** Begins, when the router serves. */
  public void start() {
    scheduler.schedule(LOOK_US, this::step);
  }

  /** The router leads no more. */
  public void close() {
    closed = true;
  }

  /** Takes what an administrator asks for; the answer always comes. */
  public void submit(ChangeReplicas request, Answer answer) {
    try {
      if (!handler.isServing()) {
        throw refused("this router does not serve yet");
      }
      switch (request.action()) {
        case ChangeReplicas.LIST -> answer(answer, VersionVector.ZERO);
        case ChangeReplicas.ADD -> change(withOneMore(request), answer);
        case ChangeReplicas.DROP -> change(withoutOne(request), answer);
        case ChangeReplicas.TRY_ADD -> {
          withOneMore(request);
          answer(answer, VersionVector.ZERO);
        }
        case ChangeReplicas.TRY_DROP -> {
          withoutOne(request);
          answer(answer, VersionVector.ZERO);
        }
        default -> throw refused("nobody knows how to " + request.action() + " one");
      }
    } catch (ThetisException e) {
      answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
    }
  }

  private void change(ReplicaSets next, Answer answer) {
    if (next.number() == replicas.sets().number()) {
      answer(answer, VersionVector.ZERO); // asked for before
    } else {
      record(next, answer);
    }
  }

  private ReplicaSets withOneMore(ChangeReplicas request) {
    RangeText.Bounds bounds = boundsOf(request);
    Roster roster = parts.sites().roster();
    if (!roster.isPartial() || (roster.counts(request.site()) && roster.holdsAll(request.site()))) {
      throw refused("site " + request.site() + " holds every row already");
    }
    if (!roster.is(request.site(), SiteStanding.MEMBER)) {
      throw refused("there is no site " + request.site() + " that stays");
    }
    if (find(bounds, request.site()) != null) {
      return replicas.sets();
    }
    String obstacle = noRoom(replicas.sets(), bounds.first(), bounds.last(), request.site());
    if (!obstacle.isEmpty()) {
      throw refused(obstacle);
    }
    try {
      return replicas.sets().with(bounds.first(), bounds.last(), request.site());
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  private ReplicaSets withoutOne(ChangeReplicas request) {
    RangeText.Bounds bounds = boundsOf(request);
    ReplicaRange range = find(bounds, request.site());
    if (range == null) {
      throw refused(
          "no replica of just this range was added at site "
              + request.site()
              + "; what a site masters by the cluster's settings it always holds");
    }
    if (isNeeded.test(range)) {
      throw refused("it is needed by what moves to its site; wait for that, or cancel it");
    }
    if (replicas.isHeld(range) && !isHeldElsewhere(range, replicas.sets(), 1)) {
      throw refused(
          "it is the only copy of the range that is there: no other site that holds all of it is"
              + " connected");
    }
    return replicas.sets().without(range.id());
  }

  private RangeText.Bounds boundsOf(ChangeReplicas request) {
    return RangeText.bounds(
        catalog.tables(), request.range(), cellKeys(), ErrorCode.REPLICA_CHANGE_REFUSED);
  }

  private long cellKeys() {
    return parts.sites().roster().partitionKeys();
  }

  private ReplicaRange find(RangeText.Bounds bounds, int site) {
    ReplicaRange at = replicas.sets().at(site, bounds.first());
    boolean isSame = at != null && at.first() == bounds.first() && at.last() == bounds.last();
    return isSame ? at : null;
  }

  /** Whether so many other sites are connected that have all rows of a replica. */
  private boolean isHeldElsewhere(ReplicaRange range, ReplicaSets now, int least) {
    int holders = 0;
    for (int site = 1; site <= parts.sites().sites(); site++) {
      if (site != range.site()) {
        ReplicaRange other = now.around(site, range.first(), range.last());
        boolean isFull = parts.sites().isUsable(site) && parts.sites().roster().holdsAll(site);
        holders += isFull || (other != null && replicas.isHeld(other)) ? 1 : 0;
      }
    }
    return holders + mastersThere() >= least;
  }

  /**
   * One holder more where no site holds every row: what masters a partition has all of it, so while
   * all sites are connected each partition of a replica is there once beside that.
   */
  private int mastersThere() {
    Roster roster = parts.sites().roster();
    boolean areAll =
        roster.lacksFullSite() && roster.counting().stream().allMatch(parts.sites()::isUsable);
    return areAll ? 1 : 0;
  }

  /**
   * Whether a site has a replica of a partition that stays behind a restart. One that was dropped,
   * or may have been, is not named from the moment on in which that is sent to be recorded: its
   * rows could go while mastership comes without them (hazard 26).
   */
  public boolean keeps(int site, long partition) {
    ReplicaRange each = replicas.sets().at(site, partition);
    return each != null && each.saved() && replicas.isHeld(each) && !dropped.contains(each.id());
  }

  /** Whether a site has one replica of all of a range that stays behind a restart. */
  public boolean keepsAll(long first, long last, int site) {
    ReplicaRange range = around(first, last, site);
    return range != null && range.saved() && replicas.isHeld(range);
  }

  /** Puts changes into the log, as one record: what came in the meantime is in the next one. */
  private void record(ReplicaSets next, Answer answer) {
    if (recording) {
      throw refused("another change is under way, ask again");
    }
    recording = true;
    for (ReplicaRange each : replicas.sets().ranges()) {
      if (next.find(each.id()) == null) {
        dropped.add(each.id());
      }
    }
    calls.submit(
        CHANGE_REPLICAS,
        ResultForm.NUMBER.to(
            (error, message, vector, number) -> {
              recording = false;
              if (error != 0 || closed) {
                answer.onOutcome(error, message, vector, NO_VALUE);
                return;
              }
              parts.cuts().absorb(vector);
              learn(next);
              answer(answer, vector);
              recordNews();
            }),
        next.toByteArray(),
        replicas.sets().number());
  }

  /** A site reports which there are. */
  public void learn(ReplicaSets told) {
    if (replicas.learn(told)) {
      fills.keySet().removeIf(id -> told.find(id) == null);
      askedToSaveUs.keySet().removeIf(id -> told.find(id) == null);
      dropped.removeIf(id -> told.find(id) == null);
      progress.keySet().removeIf(id -> told.find(id) == null);
    }
  }

  /** Looks from time to time what is to be filled, and what belongs to nobody any more. */
  private void step() {
    if (closed) {
      return;
    }
    recordNews();
    if (!recording) {
      follow();
    }
    int room = MOST_FILLED_AT_ONCE - asked();
    for (ReplicaRange range : replicas.sets().ranges()) {
      if (room > 0 && !replicas.isHeld(range) && !isOrphan(range)) {
        room -= fill(range) ? 1 : 0;
      } else if (!range.saved() && replicas.isHeld(range) && parts.scheme().wantsKept(range.id())) {
        askToSave(range);
      }
    }
    scheduler.schedule(LOOK_US, this::step);
  }

  /** Has go what belongs to nobody, and does what settings and the scheme want. */
  private void follow() {
    ReplicaRange orphan = orphan();
    long nowUs = scheduler.clock().nowUs();
    ReplicaSets next = orphan == null ? copies.next(nowUs) : replicas.sets().without(orphan.id());
    if (next != null && keepsNeeded(next)) {
      record(next, (error, message, vector, value) -> {});
    } else if (parts.sites().roster().isPartial()) {
      followScheme(nowUs);
    }
  }

  /** Does what the scheme wants, if it can be done. */
  private void followScheme(long nowUs) {
    Map<Long, CopyChange> done = new TreeMap<>();
    ReplicaSets next = replicas.sets();
    CopyChange wanted = parts.scheme().nextCopy(next, nowUs);
    while (wanted != null && isPossible(wanted, next)) {
      next =
          wanted.adds()
              ? next.with(wanted.first(), wanted.last(), wanted.site())
              : next.without(wanted.id());
      done.put(wanted.adds() ? (Long) next.number() : (Long) wanted.id(), wanted);
      wanted = done.size() < MOST_CHANGED_AT_ONCE ? parts.scheme().nextCopy(next, nowUs) : null;
    }
    if (!done.isEmpty()) {
      record(
          next,
          (error, message, vector, value) -> {
            if (error == 0 && !closed) {
              done.forEach(this::onDone);
            }
          });
    }
  }

  private void onDone(long id, CopyChange wanted) {
    LOG.info("replica {}: {}", id, wanted);
    parts.scheme().onCopyRecorded(wanted, id, scheduler.clock().nowUs());
  }

  private boolean isPossible(CopyChange wanted, ReplicaSets now) {
    if (wanted.adds()) {
      Roster roster = parts.sites().roster();
      return roster.is(wanted.site(), SiteStanding.MEMBER)
          && !roster.holdsAll(wanted.site())
          && now.anyOf(wanted.site(), wanted.first(), wanted.last()) == null
          && now.ranges().size() < ReplicaSets.MOST_RANGES
          && noRoom(now, wanted.first(), wanted.last(), wanted.site()).isEmpty();
    }
    ReplicaRange range = now.find(wanted.id());
    return range != null
        && !isNeeded.test(range)
        && (!replicas.isHeld(range) || isHeldElsewhere(range, now, Math.max(1, copies.least())));
  }

  private String noRoom(ReplicaSets now, long first, long last, int site) {
    return replicas.room().obstacle(now, first, last, PartitionId.table(first), site);
  }

  private boolean keepsNeeded(ReplicaSets next) {
    return replicas.sets().ranges().stream()
        .allMatch(each -> next.find(each.id()) != null || !isNeeded.test(each));
  }

  /** A replica at a site that leaves, or has left, or of a dropped table; null if there is none. */
  private ReplicaRange orphan() {
    for (ReplicaRange range : replicas.sets().ranges()) {
      if (isOrphan(range) && !isNeeded.test(range)) {
        return range;
      }
    }
    return null;
  }

  private boolean isOrphan(ReplicaRange range) {
    SiteStanding standing = parts.sites().roster().standing(range.site());
    return standing == SiteStanding.DRAINING
        || standing == SiteStanding.GONE
        || catalog.isDropped(range.table());
  }

  /** Whether its site is asked for it from now on. */
  private boolean fill(ReplicaRange range) {
    if (!parts.sites().isReady(range.site())) {
      return false;
    }
    SiteLink link = parts.sites().link(range.site());
    Fill now = fills.get(range.id());
    boolean isAsked = now != null && now.link == link && now.asked;
    boolean isResting = now != null && now.link == link && scheduler.clock().nowUs() < now.againUs;
    FillReplica request = isAsked || isResting ? null : requestOf(range);
    if (request == null) {
      return false;
    }
    fills.put(range.id(), new Fill(link, 0, true));
    link.send(request);
    return true;
  }

  /** Asks for a replica from whichever sites can give it; null if none is connected. */
  private FillReplica requestOf(ReplicaRange range) {
    if (parts.sites().roster().lacksFullSite()) {
      return new FillReplica(range.id(), "", 0, givers());
    }
    Address giver = giver();
    return giver == null ? null : new FillReplica(range.id(), giver.host(), giver.port());
  }

  /** Where no site holds every row: all that are connected. */
  private List<Giver> givers() {
    List<Giver> givers = new ArrayList<>();
    for (int site = 1; site <= parts.sites().sites(); site++) {
      if (parts.sites().isUsable(site)) {
        Address at = parts.sites().link(site).info().address();
        givers.add(new Giver(site, at.host(), at.port()));
      }
    }
    return givers;
  }

  private int asked() {
    return (int) fills.values().stream().filter(each -> each.asked && each.link.isReady()).count();
  }

  /** A site that holds every row, another one each time; null if none is connected. */
  private Address giver() {
    int sites = parts.sites().sites();
    for (int i = 0; i < sites; i++) {
      int site = nextGiver++ % sites + 1;
      if (parts.sites().isUsable(site) && parts.sites().roster().holdsAll(site)) {
        return parts.sites().link(site).info().address();
      }
    }
    return null;
  }

  /** A site reports how far it is. */
  public void onFilled(SiteLink link, ReplicaFilled news) {
    ReplicaRange range = replicas.sets().find(news.id());
    if (closed || range == null || range.site() != link.site()) {
      return;
    }
    if (news.state() == Filling.SAVED) {
      onSaved(link, range);
      return;
    }
    progress.put(news.id(), news);
    if (news.state() == Filling.COPYING) {
      return;
    }
    long againUs = scheduler.clock().nowUs() + AGAIN_US;
    fills.put(news.id(), new Fill(link, againUs, false));
    if (news.state() == Filling.FILLED) {
      replicas.room().onFilled(range, news.rows());
      filled.add(news.id());
      recordNews();
    }
  }

  private void onSaved(SiteLink link, ReplicaRange range) {
    if (range.incarnation() == link.info().incarnation()) {
      saved.add(range.id());
      recordNews();
    }
  }

  /** Puts what sites have filled and saved into the log, all of it at once. */
  private void recordNews() {
    if (recording || (filled.isEmpty() && saved.isEmpty())) {
      return;
    }
    ReplicaSets next = replicas.sets();
    for (long id : filled) {
      ReplicaRange range = next.find(id);
      if (range != null && parts.sites().isReady(range.site()) && !replicas.isHeld(range)) {
        next = next.heldBy(id, parts.sites().link(range.site()).info().incarnation());
      }
    }
    for (long id : saved) {
      ReplicaRange range = next.find(id);
      if (range != null && !range.saved() && replicas.isHeld(range)) {
        next = next.savedAt(id);
      }
    }
    filled.clear();
    saved.clear();
    if (next.number() != replicas.sets().number()) {
      record(next, this::onNewsRecorded);
    }
  }

  /** What is not in the log is told by its site again. */
  private void onNewsRecorded(int error, String message, VersionVector vector, byte[] value) {
    if (error != 0) {
      LOG.warn("that replicas are filled is not in the log: {}", message);
    }
  }

  /**
   * What keeps a site from mastering partitions by a replica that stays behind a restart; empty if
   * nothing does. A replica that is missing is added if {@code adds}.
   *
   * @throws ThetisException if none can be added
   */
  public String awaitSaved(long first, long last, int site, boolean adds) {
    ReplicaRange range = around(first, last, site);
    if (range == null && adds && !recording) {
      try {
        record(replicas.sets().with(first, last, site), (error, message, vector, value) -> {});
      } catch (IllegalArgumentException e) {
        throw refused(e.getMessage());
      }
    }
    if (range == null || !replicas.isHeld(range)) {
      ReplicaFilled news = range == null ? null : progress.get(range.id());
      return "rows, %,d are there".formatted(news == null ? 0 : news.rows());
    }
    if (!range.saved()) {
      askToSave(range);
      return "a checkpoint of site " + site + " that has the rows";
    }
    return "";
  }

  /** Has the site of a replica that is held see to it that it stays behind a restart. */
  private void askToSave(ReplicaRange range) {
    long nowUs = scheduler.clock().nowUs();
    if (nowUs >= askedToSaveUs.getOrDefault(range.id(), -AGAIN_US) + AGAIN_US) {
      askedToSaveUs.put(range.id(), nowUs);
      SiteLink link = parts.sites().link(range.site());
      Address own = link.info().address();
      link.send(new FillReplica(range.id(), own.host(), own.port()));
    }
  }

  /** How many rows have come of the replica that a site fills around a range. */
  public long copiedRows(long first, long last, int site) {
    ReplicaRange range = around(first, last, site);
    ReplicaFilled news = range == null ? null : progress.get(range.id());
    return news == null ? 0 : news.rows();
  }

  /** Why no replica of a range can be added at a site that has none around it; empty if one can. */
  public String obstacle(long first, long last, int site) {
    if (around(first, last, site) != null) {
      return "";
    }
    ReplicaRange each = replicas.sets().anyOf(site, first, last);
    if (each != null) {
      return "site %d has a replica of %s, which overlaps with it; drop that first"
          .formatted(site, textOf(each));
    }
    return replicas.sets().ranges().size() < ReplicaSets.MOST_RANGES
        ? ""
        : ReplicaSets.MOST_RANGES + " replicas were added already";
  }

  private String textOf(ReplicaRange range) {
    return RangeText.of(catalog.tables(), range.first(), range.last(), cellKeys());
  }

  private ReplicaRange around(long first, long last, int site) {
    return replicas.sets().around(site, first, last);
  }

  private void answer(Answer answer, VersionVector vector) {
    ReportJson json = new ReportJson().beginObject();
    put(json);
    answer.onOutcome(0, "", vector, ValueCodec.encode(json.endObject().toString()));
  }

  /** All that there are, for people and programs. */
  public void put(ReportJson json) {
    json.beginArray("replicas");
    for (ReplicaRange range : replicas.sets().ranges()) {
      ReplicaFilled last = progress.get(range.id());
      RegisteredTable table = catalog.tables().byId(range.table());
      json.beginObject()
          .put("id", range.id())
          .put("table", table == null ? "#" + range.table() : table.schema().name())
          .put("range", RangeText.of(catalog.tables(), range.first(), range.last(), cellKeys()))
          .put("first", PartitionId.index(range.first()))
          .put("last", PartitionId.index(range.last()))
          .put("site", range.site())
          .put("state", replicas.isHeld(range) ? "held" : "copying")
          .put("saved", range.saved())
          .put("rows", last == null ? 0 : last.rows())
          .put("problem", last == null || replicas.isHeld(range) ? "" : last.problem())
          .endObject();
    }
    json.endArray();
    copies.put(json, scheduler.clock().nowUs());
  }

  private static ThetisException refused(String why) {
    return new ThetisException(ErrorCode.REPLICA_CHANGE_REFUSED, why);
  }
}
