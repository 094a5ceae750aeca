import java.util.List;
import org.generated.ApiClient;
import org.generated.api.HazardsApi;
import org.generated.api.HazardsApi.APIListHazardsRequest;
import org.generated.model.SparseHazard;

/** Lists hazards as the generated client of openapi-generator does, with and without `fields`. */
public class Call {
  static SparseHazard first(List<String> fields) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    var request = APIListHazardsRequest.newBuilder().xCompanyContext(System.getenv("COMPANY")).limit(2);
    if (fields != null) request = request.fields(fields);
    var rows = new HazardsApi(client).listHazards(request.build()).getData();
    if (rows.size() != 2) throw new AssertionError(rows);
    return rows.get(0);
  }

  public static void main(String[] arguments) throws Exception {
    var whole = first(null);
    var sparse = first(List.of("title", "dueDate"));
    boolean right = whole.getStatus() != null && sparse.getStatus() == null;
    if (!right || !whole.getTitle().equals(sparse.getTitle()))
      throw new AssertionError("The fields are not those that were asked for");
  }
}
